import { Check, Paperclip, Star, type LucideIcon } from 'lucide-react'
import { lazy, Suspense, type ReactNode } from 'react'
import { optionLabelOf, valueTypeOf, type Field } from '#attributes/attribute.ts'
import type { CellName, WireValue } from '#attributes/type.ts'
import { clockText } from '#dates/clockText.ts'
import { listOfTexts } from '#attributes/textList.ts'
import { ColorDot, optionMark } from '#attributes/web/optionLine.tsx'
import { Badge, type Tint } from '#design/web/display/Badge.tsx'
import type { Language } from '#language/web/language.tsx'

// Few tables have pictures.
const Thumbnail = lazy(async () => ({ default: (await import('#attributes/web/Thumbnail.tsx')).Thumbnail }))

/** What a cell shows. `linked` is the name of what a lookup links to; null where it may not be read. */
export type CellInput = {
  readonly field: Field
  readonly value: WireValue | undefined
  readonly linked?: string | null
  /** The environment whose pictures are shown. */
  readonly envid?: string
  readonly language: Pick<Language, 't' | 'number' | 'percent' | 'currency' | 'day' | 'date' | 'month' | 'time'>
}

/** Draws a value that is there; hundreds are drawn per screen, so a cell is a plain function. */
export type CellFace = (input: CellInput & { readonly value: Exclude<WireValue, null> }) => ReactNode

/** One cell for each name that attribute types use. */
export const cells: Readonly<Record<CellName, CellFace>> = {
  text: ({ value }) => String(value),
  textarea: ({ value }) => String(value).slice(0, 300).replaceAll(/\s+/g, ' '),
  email: ({ value }) => String(value),
  number: ({ value, language }) => language.number(String(value)),
  decimal: ({ value, field, language }) =>
    field.currency
      ? language.currency(String(value), field.currency)
      : language.number(String(value), field.scale ?? digitsBehind(String(value))),
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
  wysiwyg: ({ value }) => plainText(String(value).slice(0, 3000)).slice(0, 300),
  file: ({ value, language }) => <Count icon={Paperclip} count={listOfTexts(value).length} language={language} />,
  image: ({ value, envid, language }) => (
    <span className="inline-flex items-center gap-1">
      {listOfTexts(value)
        .slice(0, 3)
        .map((id) => (
          <Suspense key={id} fallback={<span className="size-6" />}>
            <Thumbnail {...{ id, envid }} name={language.t('attributes.type.image.name')} className="size-6" />
          </Suspense>
        ))}
      {listOfTexts(value).length > 3 && <span className="text-muted">+{listOfTexts(value).length - 3}</span>}
    </span>
  ),
  color: ({ value }) => (
    <span className="inline-flex items-center gap-1.5">
      <ColorDot color={String(value)} />
      <span className="font-mono text-label">{String(value)}</span>
    </span>
  ),
  time: ({ value, language }) => language.time(String(value)),
  month: ({ value, language }) => language.month(String(value), 'long'),
  week: ({ value }) => String(value),
  principal: ({ value, linked }) => linked ?? <span className="text-muted">{String(value).slice(0, 8)}…</span>,
  multiselect: ({ value, field, language }) => (
    <span className="inline-flex gap-1">
      {listOfTexts(value).map((each) => (
        <Choice key={each} {...{ field, language }} value={each} />
      ))}
    </span>
  ),
  related: () => null,
  button: () => null,
  submit: () => null,
  dataquery: () => null,
  rating: ({ value, field, language }) => (
    <Stars
      value={Number(value)}
      of={field.stars ?? 5}
      text={language.t('controls.starsOf', { value: Number(value), stars: field.stars ?? 5 })}
    />
  ),
  percent: ({ value, field, language }) => language.percent(String(value), Math.max(0, (field.scale ?? 4) - 2)),
  duration: ({ value }) => clockText(String(value)) ?? String(value),
}

/** The value of a field as people read it; nothing where there is none. */
export function renderValue(input: CellInput): ReactNode {
  const { field, value } = input
  if (value === undefined || value === null || value === '') return null
  const shown = cells[valueTypeOf(field).cell]({ ...input, value })
  if (!field.pretext) return shown
  return (
    <>
      <span className="align-baseline! text-muted" title={field.pretext}>
        {shortened(field.pretext)}{' '}
      </span>
      {shown}
    </>
  )
}

// More would leave no room for the value.
const longestPretext = 12

function shortened(pretext: string): string {
  return pretext.length > longestPretext ? `${pretext.slice(0, longestPretext - 1).trimEnd()}…` : pretext
}

const statusTints: Readonly<Record<string, Tint>> = { active: 'green', inactive: 'grey', disabled: 'red' }

function Choice({ field, value, language }: { field: Field; value: string; language: Pick<Language, 't'> }) {
  const label = optionLabelOf(field, value, language.t)
  if ('optionLabels' in field) return <Badge tint={statusTints[value] ?? 'grey'}>{label}</Badge>
  const option = field.options.find((each) => each.value === value)
  return <Badge icon={option && optionMark(option)}>{label}</Badge>
}

function Count({
  icon: Icon,
  count,
  language,
}: {
  icon: LucideIcon
  count: number
  language: Pick<Language, 'number'>
}) {
  return (
    <span className="inline-flex items-center gap-1">
      <Icon size={14} className="text-muted" aria-hidden />
      {language.number(count)}
    </span>
  )
}

function Stars({ value, of, text }: { value: number; of: number; text: string }) {
  return (
    <span role="img" aria-label={text} className="inline-flex text-amber">
      {Array.from({ length: of }, (_, index) => (
        <Star key={index} size={14} className={index < value ? 'fill-current' : 'text-muted opacity-40'} aria-hidden />
      ))}
    </span>
  )
}

/** What is computed has no scale: two digits behind the point, or as many more as its first six digits reach. */
function digitsBehind(text: string): number {
  const [, whole = '', behind = ''] = /^-?0*(\d*)\.?(\d*?)0*$/.exec(text) ?? []
  const before = whole.length || -behind.search(/[^0]|$/)
  return Math.max(2, Math.min(behind.length, 6 - before))
}

/** The words of formatted text, in one line. */
function plainText(html: string): string {
  const words = html.replaceAll(/<[^>]*>?/g, ' ').replaceAll(/\s+/g, ' ')
  const signs: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" }
  return words.replaceAll(/&(amp|lt|gt|quot|nbsp|#39);/g, (_whole, name: string) => signs[name] ?? '').trim()
}
