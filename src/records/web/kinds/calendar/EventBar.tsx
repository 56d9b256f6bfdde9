import { ColorDot } from '#attributes/web/optionLine.tsx'
import { classes } from '#design/web/theme/classes.ts'
import { useLanguage } from '#language/web/language.tsx'
import type { CardShape } from '#records/kinds/card.ts'
import type { CalendarFields } from '#records/web/kinds/calendar/calendar.client.ts'
import { titleOf } from '#records/web/kinds/RecordCard.tsx'
import { fieldValue, type RecordRow } from '#records/wire.ts'
import type { ViewColour } from '#views/view.ts'

type EventBarProps = {
  readonly row: RecordRow
  readonly card: CardShape
  readonly places: CalendarFields
  readonly colour: ViewColour | undefined
  /** The part is one of several days, and what it is a part of began or ends elsewhere. */
  readonly isBegun?: boolean
  readonly goesOn?: boolean
}

/** A record on a day: its colour, when it begins, its title. */
export function EventBar({ row, card, places, colour, isBegun, goesOn }: EventBarProps) {
  const language = useLanguage()
  const time = isBegun ? undefined : eventTime(row, places, language)
  const color = choiceColor(row, card)
  return (
    <span
      className={classes(
        'flex h-6 min-w-0 items-center gap-1 px-1.5 text-label',
        colour ? tints[colour] : 'bg-selection text-text',
        !isBegun && 'rounded-l-small',
        !goesOn && 'rounded-r-small',
      )}
    >
      {color && <ColorDot color={color} />}
      {time && <span className="shrink-0 tabular-nums">{time}</span>}
      <span className="min-w-0 truncate font-medium">{titleOf(row, card, language)}</span>
    </span>
  )
}

/** When a record begins on its day; undefined where it has no time. */
export function eventTime(
  row: RecordRow,
  { start }: CalendarFields,
  { date }: Pick<ReturnType<typeof useLanguage>, 'date'>,
): string | undefined {
  const value = fieldValue(row, start)
  return start.type === 'datetime' && typeof value === 'string' ? date(new Date(value), 'time') : undefined
}

/** The maker's colour of the first choice that the card shows. */
function choiceColor(row: RecordRow, { title, fields }: CardShape): string | undefined {
  for (const field of [title, ...fields]) {
    if (field?.type !== 'select') continue
    const color = field.options.find(({ value }) => value === fieldValue(row, field))?.color
    if (color) return color
  }
  return undefined
}

const tints: Record<ViewColour, string> = {
  green: 'bg-green-tint text-green',
  amber: 'bg-amber-tint text-amber',
  red: 'bg-red-tint text-red',
  grey: 'bg-grey-tint text-grey',
}
