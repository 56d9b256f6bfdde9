import { Search } from 'lucide-react'
import { useCallback, useEffect, useEffectEvent, useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { classes } from '#design/web/theme/classes.ts'
import { takeTyped } from '#design/web/navigation/commandKey.ts'
import { Kbd } from '#design/web/button/Kbd.tsx'
import { useLanguage } from '#language/web/language.tsx'

/** Something the palette can do or go to. */
export type Command = {
  readonly id: string
  readonly label: string
  readonly detail?: string
  /** A second line: what the first does not say. */
  readonly below?: string
  /** What it is found by besides what is shown. */
  readonly words?: string
  readonly icon?: ReactNode
  readonly keys?: string
  readonly onRun: () => void
}
export type CommandGroup = { readonly id: string; readonly title: string; readonly commands: readonly Command[] }

type CommandPaletteProps = {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** Groups for what was typed, in their order; '' gives the suggestions. What is known at once may come as a plain array. */
  readonly search: (text: string, signal: AbortSignal) => readonly CommandGroup[] | Promise<readonly CommandGroup[]>
  /** Groups that take their time, below the others; asked for when the typing rests. */
  readonly searchMore?: (text: string, signal: AbortSignal) => Promise<readonly CommandGroup[]>
  readonly placeholder?: string
}

/** Search and run: type, choose with the arrows, Enter. The hook of commandKey.ts opens it with Ctrl K. */
export function CommandPalette({ isOpen, onClose, search, searchMore, placeholder }: CommandPaletteProps) {
  const { t } = useLanguage()
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable
      className="fixed inset-0 z-50 flex items-start justify-center bg-scrim p-4 pt-[12dvh] max-sm:pt-4"
    >
      <Modal className="w-full max-w-140 animate-appear overflow-hidden rounded-card bg-raised text-text shadow-float">
        <Dialog aria-label={t('design.palette')} className="outline-none">
          <Body {...{ search, searchMore, onClose }} placeholder={placeholder ?? t('design.paletteHint')} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

type BodyProps = Pick<CommandPaletteProps, 'search' | 'onClose'> & {
  readonly searchMore: CommandPaletteProps['searchMore']
  readonly placeholder: string
}

function Body({ search, searchMore, onClose, placeholder }: BodyProps) {
  const { t } = useLanguage()
  const id = useId()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  // Enter came before there was anything to choose from.
  const [isEntered, setEntered] = useState(false)
  // Not at the first render: keys may come until the palette is in the document.
  const begin = useCallback((input: HTMLInputElement | null) => {
    if (!input) return
    input.focus()
    const { text: early, lines, isEntered } = takeTyped()
    setText(early)
    setChosen(Math.max(0, lines))
    setEntered(isEntered)
  }, [])
  const { groups, isKnown, isSearching } = useCommands(search, searchMore, text)
  const commands = groups.flatMap((group) => group.commands)
  const current = Math.min(chosen, commands.length - 1)
  const optionId = (at: number) => `${id}-${at}`

  const choose = (at: number) => {
    const next = (at + commands.length) % Math.max(1, commands.length)
    setChosen(next)
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
  }
  const run = (command: Command | undefined) => {
    if (!command) return
    onClose()
    command.onRun()
  }
  useOnceDecided(isEntered && isKnown && commands.length > 0, () => run(commands[current]))
  const onKeyDown = (event: KeyboardEvent) => {
    const act = {
      ArrowDown: () => choose(current + 1),
      ArrowUp: () => choose(current - 1),
      Enter: () => run(commands[current]),
    }[event.key]
    if (!act || event.nativeEvent.isComposing) return
    event.preventDefault()
    act()
  }
  return (
    <>
      <div className="flex items-center gap-2 border-b border-line px-4">
        <Search size={16} className="shrink-0 text-muted" aria-hidden />
        <input
          ref={begin}
          role="combobox"
          aria-label={t('design.palette')}
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={commands.length > 0 ? optionId(current) : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setChosen(0)
            setEntered(false)
          }}
          onKeyDown={onKeyDown}
          className="h-12 w-full min-w-0 bg-transparent text-title outline-none"
        />
        <Kbd>Esc</Kbd>
      </div>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={t('design.palette')}
        className="max-h-[60dvh] overflow-auto p-1.5"
      >
        {groups.map((group) => (
          <div key={group.id} role="group" aria-label={group.title}>
            <p aria-hidden className="px-2.5 pt-2 pb-1 text-section font-medium text-muted">
              {group.title}
            </p>
            {group.commands.map((command) => {
              const at = commands.indexOf(command)
              return (
                <CommandOption
                  key={command.id}
                  id={optionId(at)}
                  command={command}
                  isCurrent={at === current}
                  onPoint={() => setChosen(at)}
                  onRun={() => run(command)}
                />
              )
            })}
          </div>
        ))}
      </div>
      {commands.length === 0 && <NothingFound isSearching={isSearching} />}
    </>
  )
}

/** Does what Enter asked for before there was anything to choose from. */
function useOnceDecided(isDecided: boolean, run: () => void): void {
  const runEarly = useEffectEvent(run)
  useEffect(() => {
    if (isDecided) runEarly()
  }, [isDecided])
}

function NothingFound({ isSearching }: { readonly isSearching: boolean }) {
  const { t } = useLanguage()
  return (
    <p role="status" className="px-4 pb-6 text-center text-muted">
      {isSearching ? t('design.searching') : t('design.nothingFound')}
    </p>
  )
}

type CommandOptionProps = {
  readonly id: string
  readonly command: Command
  readonly isCurrent: boolean
  readonly onPoint: () => void
  readonly onRun: () => void
}

function CommandOption({ id, command, isCurrent, onPoint, onRun }: CommandOptionProps) {
  return (
    // The keyboard works from the input, as the combobox pattern has it.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="option"
      aria-selected={isCurrent}
      onPointerMove={onPoint}
      onClick={onRun}
      className={classes(
        'flex min-h-9 cursor-default items-center gap-2.5 rounded-control px-2.5 pointer-coarse:min-h-11 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-muted',
        isCurrent && 'bg-sunken',
      )}
    >
      {command.icon}
      <span className="min-w-0 flex-1">
        <span className="block truncate">{command.label}</span>
        {command.below && <span className="block truncate pb-1 text-label text-muted">{command.below}</span>}
      </span>
      {command.detail && <span className="max-w-48 truncate text-label text-muted">{command.detail}</span>}
      {command.keys && <Kbd>{command.keys}</Kbd>}
    </div>
  )
}

const nothing: readonly CommandGroup[] = []
const noFind = { text: '', groups: nothing }

type Found = { readonly text: string | undefined; readonly groups: readonly CommandGroup[] }
// Records are asked for when the typing rests, not with every key.
const pause = 200

function useCommands(search: CommandPaletteProps['search'], more: CommandPaletteProps['searchMore'], text: string) {
  const [known, setKnown] = useState<Found>({ text: undefined, groups: nothing })
  const [found, setFound] = useState(noFind)
  useEffect(() => {
    const abort = new AbortController()
    const show = (groups: readonly CommandGroup[]) => {
      if (!abort.signal.aborted) setKnown({ text, groups })
    }
    // What was found before stays in sight until there is something newer.
    Promise.resolve()
      .then(() => search(text, abort.signal))
      .then(show, () => show(nothing))
    return () => abort.abort()
  }, [search, text])
  useEffect(() => {
    if (!more) return
    const abort = new AbortController()
    const show = (groups: readonly CommandGroup[]) => {
      if (!abort.signal.aborted) setFound({ text, groups })
    }
    const timer = setTimeout(() => more(text, abort.signal).then(show, () => show(nothing)), pause)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [more, text])
  const isFinding = more !== undefined && found.text !== text
  return {
    groups: [...known.groups, ...found.groups].filter(({ commands }) => commands.length > 0),
    /** What is known at once is that of this very text. */
    isKnown: known.text === text,
    isSearching: known.text === undefined || isFinding,
  }
}
