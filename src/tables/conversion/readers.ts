import type { Attribute } from '#attributes/attribute.ts'
import type { AttributeTypeName } from '#attributes/types.ts'
import { folded } from '#platform/caseFolding.ts'
import { literal } from '#platform/sql.ts'
import { dayOf, dayForm, instantOf, spanOf, timeOf, weekOf } from '#tables/conversion/moments.ts'

/** How a type reads a text: SQL over the text `t`. No expression fails on any text. */
export type TextReader = {
  /** The value, or null where the text is none. */
  readonly value: (t: string) => string
  /** Whether a text that was read says more than the value kept. */
  readonly cut?: (t: string) => string
  /** Whether the value is another number than the text. */
  readonly rounded?: (t: string) => string
}

/** The reader of an attribute's type and properties; undefined for types that are read from no text. */
export function readerOf(attribute: Attribute): TextReader | undefined {
  return readers[attribute.type]?.(attribute)
}

const readers: Partial<Record<AttributeTypeName, (attribute: Attribute) => TextReader>> = {
  text: (attribute) => shortened(lengthOf(attribute, 4000)),
  search: (attribute) => shortened(lengthOf(attribute, 4000)),
  hidden: (attribute) => shortened(lengthOf(attribute, 4000)),
  textarea: (attribute) => shortened(lengthOf(attribute, 100_000)),
  markup: (attribute) => shortened(lengthOf(attribute, 100_000)),
  wysiwyg: (attribute) => {
    const most = lengthOf(attribute, 100_000)
    const html = (t: string) => `('<p>' || ${escaped(t)} || '</p>')`
    return { value: (t) => `(case when length(${html(t)}) <= ${most} then ${html(t)} end)` }
  },
  email: (attribute) => formed(emailForm, lengthOf(attribute, 254)),
  url: (attribute) => formed(urlForm, lengthOf(attribute, 2048)),
  tel: (attribute) => formed(telForm, lengthOf(attribute, 40)),
  color: () => ({
    value: (t) => {
      const digits = `lower(ltrim(btrim(${t}), '#'))`
      return `(case when btrim(${t}) ~* '^#?[0-9a-f]{6}$' then '#' || ${digits}
        when btrim(${t}) ~* '^#?[0-9a-f]{3}$' then '#' || regexp_replace(${digits}, '(.)', '\\1\\1', 'g') end)`
    },
  }),
  id: () => ({ value: (t) => `(case when btrim(${t}) ~* '${uuidForm}' then btrim(${t})::uuid end)` }),
  boolean: () => ({
    value: (t) => {
      const word = `lower(btrim(${t}) collate "und-x-icu")`
      return `(case when ${word} in (${listed(yes)}) then true when ${word} in (${listed(no)}) then false end)`
    },
  }),
  number: () => numeric((n) => `${n} between -9223372036854775808 and 9223372036854775807`, 'bigint', 0),
  rating: ({ stars }) => numeric((n) => `${n} between 1 and ${stars ?? 5}`, 'bigint', 0),
  decimal: ({ precision, scale }) => {
    const digits = scale ?? 2
    return numeric((n) => `abs(${n}) < 1e${(precision ?? 18) - digits}::numeric`, 'numeric', digits)
  },
  select: ({ options }) => ({
    value: (t) => {
      const byValue = options.map(({ value }) => `when ${t} = ${literal(value)} then ${literal(value)}`)
      const byName = options.flatMap(({ value, label }) =>
        [label, value].map((name) => `when ${folded(`btrim(${t})`)} = ${folded(literal(name))} then ${literal(value)}`),
      )
      return `(case ${[...byValue, ...byName].join(' ')} end)`
    },
  }),
  multiselect: ({ options }) => {
    const parts = (t: string) => `regexp_split_to_array(${folded(`btrim(${t})`)}, '\\s*;\\s*')`
    const rows = options.map(
      ({ value, label }, at) => `(${at}, ${literal(value)}, ${folded(literal(label))}, ${folded(literal(value))})`,
    )
    const table = `(values ${rows.join()}) o (place, value, label, folded)`
    const chosen = (t: string) => `o.label = any(${parts(t)}) or o.folded = any(${parts(t)})`
    return {
      value: (t) => `(select array_agg(o.value order by o.place) from ${table} where ${chosen(t)})`,
      cut: (t) => `(select count(distinct part) from unnest(${parts(t)}) part where part <> ''
        and not exists (select 1 from ${table} where o.label = part or o.folded = part)) > 0`,
    }
  },
  date: () => ({
    value: dayOf,
    cut: (t) => `btrim(${t}) ~ '[T ]\\d' and not btrim(${t}) ~ '[T ]00:00(:00(\\.0*)?)?(Z|[+-]00:?00)?$'`,
  }),
  datetime: () => ({ value: instantOf, cut: (t) => `btrim(${t}) ~ '\\.\\d{3}\\d*[1-9]'` }),
  time: () => ({ value: timeOf, cut: (t) => `btrim(${t}) ~ '^\\d{4}-'` }),
  duration: () => ({ value: spanOf }),
  month: () => ({
    value: (t) => {
      const day = dayOf(t)
      return `(case when btrim(${t}) ~ '^\\d{4}-(0[1-9]|1[0-2])$' and btrim(${t}) >= '0001' then btrim(${t})
        else to_char(${day}, 'YYYY-MM') end)`
    },
    cut: (t) => `btrim(${t}) ~ '${dayForm}'`,
  }),
  week: () => ({ value: weekOf, cut: (t) => `btrim(${t}) ~ '${dayForm}'` }),
}

const yes = ['true', 'yes', 'y', '1', 'on', 't', 'x', 'sí', 'si', 'jā', 'да']
const no = ['false', 'no', 'n', '0', 'off', 'f', 'nē', 'нет']
const uuidForm = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const emailForm = `^[a-z0-9.!#$%&'*+/=?^_\`{|}~-]{1,64}@${label}(?:\\.${label})+$`
const urlForm = '^https?://[^\\s/?#@\\\\]+(?::\\d{1,5})?(?:[/?#][^\\s\\\\]*)?$'
const telForm = '^\\+?(?:[(). /-]*\\d){3,20}[) ]*(?:(?:x|ext\\.?) ?\\d{1,6})?$'
/** Digits enough for every number that we keep, few enough for every arithmetic. */
const numberForm = '^[+-]?(\\d{1,40}(\\.\\d{0,40})?|\\.\\d{1,40})$'

function lengthOf({ maxlength }: Attribute, cap: number): number {
  return Math.min(maxlength ?? cap, cap)
}

// Formatted text may be tags alone: no words are left of it, and an empty text is no value.
function shortened(most: number): TextReader {
  return { value: (t) => `nullif(left(${t}, ${most}), '')`, cut: (t) => `length(${t}) > ${most}` }
}

function formed(form: string, most: number): TextReader {
  const holds = (t: string) => `length(btrim(${t})) <= ${most} and btrim(${t}) ~* ${literal(form)}`
  return { value: (t) => `(case when ${holds(t)} then btrim(${t}) end)` }
}

/** Halves are rounded away from zero, as people do it. */
function numeric(fits: (n: string) => string, type: string, scale: number): TextReader {
  const number = (t: string) => `btrim(${t})::numeric`
  const near = (t: string) => `round(${number(t)}, ${scale})`
  const isNumber = (t: string) => `btrim(${t}) ~ '${numberForm}'`
  return {
    value: (t) => `(case when ${isNumber(t)} then case when ${fits(near(t))} then ${near(t)}::${type} end end)`,
    cut: (t) => `btrim(${t}) ~ '^[+-]?0\\d'`,
    rounded: (t) => `(case when ${isNumber(t)} then ${number(t)} <> ${near(t)} else false end)`,
  }
}

function listed(words: readonly string[]): string {
  return words.map(literal).join()
}

function escaped(t: string): string {
  const pairs = [
    ['&', '&amp;'],
    ['<', '&lt;'],
    ['>', '&gt;'],
  ]
  const html = pairs.reduce((text, [from, to]) => `replace(${text}, '${from}', '${to}')`, t)
  return `replace(${html}, chr(10), '<br>')`
}
