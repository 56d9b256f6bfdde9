import type Squire from 'squire-rte'
import {
  Bold,
  Code,
  Heading,
  Italic,
  Link,
  List,
  ListOrdered,
  Quote,
  Redo2,
  RemoveFormatting,
  Strikethrough,
  Underline,
  Undo2,
  type LucideIcon,
} from 'lucide-react'
import { useEffect, useState } from 'react'
import { classes } from '#design/web/theme/classes.ts'
import { LinkEntry } from '#design/web/richText/LinkEntry.tsx'
import { Tooltip } from '#design/web/overlay/Tooltip.tsx'
import { useLanguage } from '#language/web/language.tsx'

type Format = {
  readonly name: 'bold' | 'italic' | 'underline' | 'strike' | 'heading' | 'bullets' | 'numbers' | 'quote' | 'code'
  readonly icon: LucideIcon
  /** The element that shows the format. */
  readonly tag: string
  readonly add: (editor: Squire) => void
  readonly remove: (editor: Squire) => void
}

const formats: readonly Format[] = [
  { name: 'bold', icon: Bold, tag: 'B', add: (editor) => editor.bold(), remove: (editor) => editor.removeBold() },
  {
    name: 'italic',
    icon: Italic,
    tag: 'I',
    add: (editor) => editor.italic(),
    remove: (editor) => editor.removeItalic(),
  },
  {
    name: 'underline',
    icon: Underline,
    tag: 'U',
    add: (editor) => editor.underline(),
    remove: (editor) => editor.removeUnderline(),
  },
  {
    name: 'strike',
    icon: Strikethrough,
    tag: 'S',
    add: (editor) => editor.strikethrough(),
    remove: (editor) => editor.removeStrikethrough(),
  },
  {
    name: 'heading',
    icon: Heading,
    tag: 'H2',
    add: (editor) => turn(editor, 'H2'),
    remove: (editor) => turn(editor, 'P'),
  },
  {
    name: 'bullets',
    icon: List,
    tag: 'UL',
    add: (editor) => editor.makeUnorderedList(),
    remove: (editor) => editor.removeList(),
  },
  {
    name: 'numbers',
    icon: ListOrdered,
    tag: 'OL',
    add: (editor) => editor.makeOrderedList(),
    remove: (editor) => editor.removeList(),
  },
  {
    name: 'quote',
    icon: Quote,
    tag: 'BLOCKQUOTE',
    add: (editor) => editor.increaseQuoteLevel(),
    remove: (editor) => editor.decreaseQuoteLevel(),
  },
  { name: 'code', icon: Code, tag: 'CODE', add: (editor) => editor.code(), remove: (editor) => editor.removeCode() },
]

/** The formats of the text at the cursor, to put on and take off. */
export function FormatBar({ editor }: { editor: Squire }) {
  const { t } = useLanguage()
  const [path, setPath] = useState('')
  useEffect(() => {
    const follow = () => setPath(editor.getPath())
    editor.addEventListener('pathChange', follow).addEventListener('select', follow).addEventListener('input', follow)
    return () => {
      editor.removeEventListener('pathChange', follow).removeEventListener('select', follow)
      editor.removeEventListener('input', follow)
    }
  }, [editor])
  const has = (tag: string) => path.split('>').some((part) => part.split(/[.[#*]/)[0] === tag) || editor.hasFormat(tag)
  return (
    <div role="toolbar" aria-label={t('controls.bar')} className="flex flex-wrap border-b border-line p-0.5">
      {formats.map(({ name, icon, tag, add, remove }) => {
        const isOn = has(tag)
        return (
          <BarButton
            key={name}
            label={t(`controls.${name}`)}
            icon={icon}
            isOn={isOn}
            onPress={() => (isOn ? remove(editor) : add(editor))}
          />
        )
      })}
      <LinkEntry
        editor={editor}
        trigger={<BarButton label={t('controls.link')} icon={Link} isOn={has('A')} />}
        isOn={has('A')}
      />
      <BarButton
        label={t('controls.clear')}
        icon={RemoveFormatting}
        onPress={() => void editor.removeAllFormatting()}
      />
      <BarButton label={t('design.undo')} icon={Undo2} onPress={() => void editor.undo()} />
      <BarButton label={t('controls.redo')} icon={Redo2} onPress={() => void editor.redo()} />
    </div>
  )
}

type BarButtonProps = {
  readonly label: string
  readonly icon: LucideIcon
  readonly isOn?: boolean
  readonly onPress?: () => void
}

function BarButton({ label, icon: Icon, isOn, onPress, ...rest }: BarButtonProps) {
  return (
    <Tooltip text={label}>
      <button
        {...rest}
        type="button"
        aria-label={label}
        aria-pressed={isOn}
        // The text keeps its selection.
        onMouseDown={(event) => event.preventDefault()}
        {...(onPress ? { onClick: onPress } : {})}
        className={classes(
          'focus-ring grid size-7 place-items-center rounded-small text-muted hover:bg-sunken hover:text-text pointer-coarse:size-11',
          isOn && 'bg-selection! text-brand!',
        )}
      >
        <Icon size={15} aria-hidden />
      </button>
    </Tooltip>
  )
}

/** Blocks of the selection become those of another element. */
function turn(editor: Squire, tag: string): void {
  editor.modifyBlocks((fragment) => {
    const turned = document.createDocumentFragment()
    for (const block of fragment.childNodes) {
      const made = document.createElement(tag)
      made.append(...(block instanceof Element ? block.cloneNode(true).childNodes : [block.cloneNode(true)]))
      turned.append(made)
    }
    return turned
  })
}
