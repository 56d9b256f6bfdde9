import { ArrowDown, ArrowUp, Ellipsis, GripVertical, Lock, Pencil, Trash2 } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { Attribute } from '#attributes/attribute.ts'
import { attributeTypes } from '#attributes/types.ts'
import { typeIcons } from '#attributes/web/typeIcons.tsx'
import { Badge } from '#design/web/display/Badge.tsx'
import { Checkbox } from '#design/web/fields/Checkbox.tsx'
import { classes } from '#design/web/theme/classes.ts'
import { IconButton } from '#design/web/button/IconButton.tsx'
import { Menu } from '#design/web/overlay/Menu.tsx'
import type { AttributeUse } from '#entities/attributeUse.ts'
import { AttributeUses } from '#entities/web/AttributeUses.tsx'
import { percentText } from '#language/furtherFormats.ts'
import { useLanguage } from '#language/web/language.tsx'

// Keys come with data: @texts attributes

type AttributeLineProps = {
  readonly environmentId: string
  readonly attribute: Attribute
  /** What uses it; undefined until that is known. */
  readonly uses: readonly AttributeUse[] | undefined
  /** About how much of the records has a value of it; undefined where nobody knows. */
  readonly filled: number | undefined
  readonly at: number
  readonly count: number
  readonly isChosen: boolean
  /** Among those that are to be changed together. */
  readonly isTicked: boolean
  readonly onTick: (id: string, isTicked: boolean) => void
  readonly isDragged: boolean
  readonly isLocked: boolean
  /** The order of a managed table is its package's. */
  readonly isFixed: boolean
  /** What moves the line. */
  readonly handle: ComponentProps<'button'>
  readonly onOpen: (id: string) => void
  readonly onMove: (to: number) => void
  readonly onDelete: (attribute: Attribute) => void
}

const marks = ['required', 'unique', 'searchable', 'queryable', 'auditable'] as const

/** One attribute of the list. */
export function AttributeLine(props: AttributeLineProps) {
  const { environmentId, attribute, uses, filled, isChosen, isDragged, isLocked } = props
  const language = useLanguage()
  const { t } = language
  const { name, uri, type } = attribute
  return (
    <tr className={classes('h-row', isChosen ? 'bg-selection' : 'hover:bg-subtle', isDragged && 'opacity-50')}>
      <th scope="row" className="max-w-80 py-1 pr-3 pl-1 font-normal">
        <AttributeTitle {...props} />
        <Below {...{ environmentId, attribute, uses, filled, isLocked }} />
      </th>
      <td className="px-3 font-mono text-label text-muted @max-3xl:hidden max-md:hidden">{uri}</td>
      <td className="px-3 whitespace-nowrap text-muted max-sm:hidden">{t(attributeTypes[type].label)}</td>
      <td className="px-3 @max-4xl:hidden">
        <span className="flex flex-wrap gap-1">
          <Marks attribute={attribute} of={marks} />
        </span>
      </td>
      <td className="px-3 text-right @max-md:hidden">
        {uses ? <AttributeUses {...{ environmentId, name, uses }} /> : <Unknown />}
      </td>
      <td className="px-3 text-right whitespace-nowrap text-muted tabular-nums @max-xl:hidden">
        {filled === undefined ? <Unknown /> : t('attributes.filled.about', { share: percentText(filled, language) })}
      </td>
      <td className="pr-1">
        <AttributeMenu {...props} />
      </td>
    </tr>
  )
}

/** The name of an attribute with its icon, what ticks and moves the line, and what opens the attribute. */
function AttributeTitle(props: AttributeLineProps) {
  const { attribute, isChosen, isTicked, isLocked, isFixed, handle, onTick, onOpen } = props
  const { t } = useLanguage()
  const { id, name, type, managed, description } = attribute
  const Icon = typeIcons[type]
  return (
    <span className="flex items-center gap-2">
      {!isLocked && (
        <Checkbox
          className="w-6 shrink-0 pl-1"
          aria-label={t('attributes.bulk.tick', { name })}
          isSelected={isTicked && !managed}
          isDisabled={managed}
          onChange={(isOn) => onTick(id, isOn)}
        />
      )}
      {isLocked || isFixed ? (
        <span className="w-7" />
      ) : (
        <button
          type="button"
          aria-label={t('attributes.handle', { name })}
          className="focus-ring grid h-7 w-7 shrink-0 cursor-grab touch-none place-items-center rounded-small text-muted active:cursor-grabbing pointer-coarse:h-11"
          {...handle}
        >
          <GripVertical size={14} aria-hidden />
        </button>
      )}
      <Icon size={16} className="shrink-0 text-muted" aria-hidden />
      <button
        type="button"
        className="focus-ring min-w-0 truncate rounded-small text-left font-medium hover:underline"
        title={description ?? undefined}
        aria-expanded={isChosen}
        onClick={() => onOpen(id)}
      >
        {name}
      </button>
      {managed && <Badge icon={<Lock aria-hidden />}>{t('entities.managed')}</Badge>}
    </span>
  )
}

/** What can be done with an attribute. */
function AttributeMenu({ attribute, at, count, isLocked, isFixed, onOpen, onMove, onDelete }: AttributeLineProps) {
  const { t } = useLanguage()
  const { id, name, managed } = attribute
  const groups = [
    {
      id: 'edit',
      actions: [{ id: 'open', label: t('attributes.open'), icon: <Pencil />, onAction: () => onOpen(id) }],
    },
    ...(isLocked || isFixed
      ? []
      : [
          {
            id: 'order',
            actions: [
              {
                id: 'up',
                label: t('attributes.moveUp'),
                icon: <ArrowUp />,
                isDisabled: at === 0,
                onAction: () => onMove(at - 1),
              },
              {
                id: 'down',
                label: t('attributes.moveDown'),
                icon: <ArrowDown />,
                isDisabled: at === count - 1,
                onAction: () => onMove(at + 1),
              },
            ],
          },
        ]),
    ...(isLocked || managed
      ? []
      : [
          {
            id: 'end',
            actions: [
              {
                id: 'delete',
                label: t('entities.delete.action'),
                icon: <Trash2 />,
                danger: true,
                onAction: () => onDelete(attribute),
              },
            ],
          },
        ]),
  ]
  return (
    <Menu
      label={name}
      placement="bottom end"
      trigger={<IconButton label={t('attributes.actionsOf', { name })} icon={<Ellipsis />} />}
      groups={groups}
    />
  )
}

type BelowProps = Pick<AttributeLineProps, 'environmentId' | 'attribute' | 'uses' | 'filled' | 'isLocked'>

/** What has no column where there is no room for it, on a phone or beside an open panel, stands below the name. */
function Below({ environmentId, attribute, uses, filled, isLocked }: BelowProps) {
  const language = useLanguage()
  const { t } = language
  return (
    <span
      className={classes(
        'flex flex-wrap items-center gap-x-2 gap-y-1 pb-1 text-label text-muted pointer-coarse:-mt-2 @xl:sm:hidden',
        isLocked ? 'pl-15' : 'pl-23',
      )}
    >
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 sm:hidden">
        {t(attributeTypes[attribute.type].label)}
        <Marks attribute={attribute} of={['required', 'unique']} />
      </span>
      {uses && (
        <span className="whitespace-nowrap @md:hidden">
          {t('attributes.uses.title')}: <AttributeUses {...{ environmentId, name: attribute.name, uses }} />
        </span>
      )}
      {filled !== undefined && (
        <span className="whitespace-nowrap tabular-nums @xl:hidden">
          {t('attributes.filled.title')}: {t('attributes.filled.about', { share: percentText(filled, language) })}
        </span>
      )}
    </span>
  )
}

function Unknown() {
  const { t } = useLanguage()
  return (
    <>
      <span aria-hidden>–</span>
      <span className="sr-only">{t('attributes.filled.unknown')}</span>
    </>
  )
}

/** The flags of an attribute that are on. */
function Marks({ attribute, of }: { attribute: Attribute; of: readonly (typeof marks)[number][] }) {
  const { t } = useLanguage()
  return of
    .filter((mark) => attribute[mark])
    .map((mark) => (
      <Badge key={mark} tint={mark === 'required' ? 'amber' : mark === 'unique' ? 'brand' : 'grey'}>
        {t(`attributes.property.${mark}`)}
      </Badge>
    ))
}
