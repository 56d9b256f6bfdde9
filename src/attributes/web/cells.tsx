import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { optionLabelOf, type Field } from '#attributes/attribute.ts'
import type { CellName, WireValue } from '#attributes/type.ts'
import { attributeTypes } from '#attributes/types.ts'
import { listOf } from '#attributes/textList.ts'
import { Badge, type Tint } from '#design/web/Badge.tsx'
import type { Language } from '#language/web/language.tsx'

/** What a cell shows. `linked` is the name of what a lookup links to; null where it may not be read. */
export type CellInput = {
  readonly field: Field
  readonly value: WireValue | undefined
  readonly linked?: string | null
  readonly language: Pick<Language, 't' | 'number' | 'day' | 'date'>
}

/** Draws a value that is there; hundreds are drawn per screen, so a cell is a plain function. */
export type Cell = (input: CellInput & { readonly value: Exclude<WireValue, null> }) => ReactNode

/** One cell for each name that attribute types use. */
export const cells: Readonly<Record<CellName, Cell>> = {
  text: ({ value }) => String(value),
  textarea: ({ value }) => String(value).slice(0, 300).replaceAll(/\s+/g, ' '),
  email: ({ value }) => String(value),
  number: ({ value, language }) => language.number(String(value)),
  decimal: ({ value, field, language }) => language.number(String(value), field.scale ?? 2),
  checkbox: ({ value, language }) =>
    value === true ? (
      <Check size={16} className="text-green" aria-label={language.t('attributes.yes')} />
    ) : (
      <span className="text-muted" aria-label={language.t('attributes.no')}>
        –
      </span>
    ),
  date: ({ value, language }) => language.day(String(value), 'shortDate'),
  datetime: ({ value, language }) => (
    <time dateTime={String(value)}>{language.date(new Date(String(value)), 'shortDateTime')}</time>
  ),
  select: ({ value, field, language }) => <Choice {...{ field, language }} value={String(value)} />,
  lookup: ({ value, linked }) => linked ?? <span className="text-muted">{String(value).slice(0, 8)}…</span>,
  readonly: ({ value }) => <span className="text-muted">{String(value)}</span>,
  url: ({ value }) => String(value),
  tel: ({ value }) => String(value),
  search: ({ value }) => String(value),
  password: () => '••••••••',
  hidden: ({ value }) => String(value),
  markup: ({ value }) => String(value).slice(0, 300).replaceAll(/\s+/g, ' '),
  wysiwyg: ({ value }) => String(value).slice(0, 300).replaceAll(/\s+/g, ' '),
  file: ({ value }) => listOf(value).length,
  image: ({ value }) => listOf(value).length,
  color: ({ value }) => String(value),
  time: ({ value }) => String(value).slice(0, 5),
  month: ({ value }) => String(value),
  week: ({ value }) => String(value),
  principal: ({ value, linked }) => linked ?? <span className="text-muted">{String(value).slice(0, 8)}…</span>,
  multiselect: ({ value, field, language }) =>
    listOf(value)
      .map((each) => optionLabelOf(field, each, language.t))
      .join(', '),
  related: () => null,
  button: () => null,
  submit: () => null,
  dataquery: () => null,
  rating: ({ value }) => String(value),
  duration: ({ value }) => String(value),
}

/** The value of a field as people read it; nothing where there is none. */
export function renderValue(input: CellInput): ReactNode {
  const { field, value } = input
  if (value === undefined || value === null || value === '') return null
  const shown = cells[attributeTypes[field.type].cell]({ ...input, value })
  if (!field.pretext) return shown
  return (
    <>
      <span className="align-baseline! text-muted">{field.pretext} </span>
      {shown}
    </>
  )
}

const statusTints: Readonly<Record<string, Tint>> = { active: 'green', inactive: 'grey', disabled: 'red' }

function Choice({ field, value, language }: { field: Field; value: string; language: Pick<Language, 't'> }) {
  const label = optionLabelOf(field, value, language.t)
  if ('optionLabels' in field) return <Badge tint={statusTints[value] ?? 'grey'}>{label}</Badge>
  const color = field.options.find((option) => option.value === value)?.color
  // The maker's colour is a mark beside the word: any colour stays readable.
  return <Badge icon={color ? <Dot color={color} /> : undefined}>{label}</Badge>
}

function Dot({ color }: { color: string }) {
  return <span aria-hidden className="size-2 shrink-0 rounded-full" style={{ background: color }} />
}
