import type { AttributeOption } from '#attributes/properties.ts'
import type { SqlReader } from '#attributes/type.ts'
import { folded } from '#platform/caseFolding.ts'
import { literal } from '#platform/sql.ts'

// How types read a text: SQL over the text `t`. No expression fails on any text.

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
export const emailForm = `^[a-z0-9.!#$%&'*+/=?^_\`{|}~-]{1,64}@${label}(?:\\.${label})+$`
export const urlForm = '^https?://[^\\s/?#@\\\\]+(?::\\d{1,5})?(?:[/?#][^\\s\\\\]*)?$'
export const telForm = '^\\+?(?:[(). /-]*\\d){3,20}[) ]*(?:(?:x|ext\\.?) ?\\d{1,6})?$'

// Formatted text may be tags alone: no words are left of it, and an empty text is no value.
export function shortenedSql(maxlength: number | null, cap: number): SqlReader {
  const most = Math.min(maxlength ?? cap, cap)
  return { value: (t) => `nullif(left(${t}, ${most}), '')`, cut: (t) => `length(${t}) > ${most}` }
}

/** Reads a text as one formatted paragraph. */
export function paragraphSql(maxlength: number | null, cap: number): SqlReader {
  const most = Math.min(maxlength ?? cap, cap)
  const html = (t: string) => `('<p>' || ${escaped(t)} || '</p>')`
  return { value: (t) => `(case when length(${html(t)}) <= ${most} then ${html(t)} end)` }
}

/** Reads texts of a form, a regular expression of PostgreSQL. */
export function formedSql(form: string, maxlength: number | null, cap: number): SqlReader {
  const most = Math.min(maxlength ?? cap, cap)
  const holds = (t: string) => `length(btrim(${t})) <= ${most} and btrim(${t}) ~* ${literal(form)}`
  return { value: (t) => `(case when ${holds(t)} then btrim(${t}) end)` }
}

/** Reads colours of three or six hexadecimal digits. */
export function colorSql(): SqlReader {
  return {
    value: (t) => {
      const digits = `lower(ltrim(btrim(${t}), '#'))`
      return `(case when btrim(${t}) ~* '^#?[0-9a-f]{6}$' then '#' || ${digits}
        when btrim(${t}) ~* '^#?[0-9a-f]{3}$' then '#' || regexp_replace(${digits}, '(.)', '\\1\\1', 'g') end)`
    },
  }
}

const uuidForm = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'

/** Reads ids. */
export function uuidSql(): SqlReader {
  return { value: (t) => `(case when btrim(${t}) ~* '${uuidForm}' then btrim(${t})::uuid end)` }
}

const yes = ['true', 'yes', 'y', '1', 'on', 't', 'x', 'sí', 'si', 'jā', 'да']
const no = ['false', 'no', 'n', '0', 'off', 'f', 'nē', 'нет']

/** Reads words for yes and no. */
export function truthSql(): SqlReader {
  return {
    value: (t) => {
      const word = `lower(btrim(${t}) collate "und-x-icu")`
      return `(case when ${word} in (${listed(yes)}) then true when ${word} in (${listed(no)}) then false end)`
    },
  }
}

/** Digits enough for every number that we keep, few enough for every arithmetic. */
const numberForm = '^[+-]?(\\d{1,40}(\\.\\d{0,40})?|\\.\\d{1,40})$'

/** Reads numbers of so many digits behind the point. Halves are rounded away from zero, as people do it. */
export function numberSql(fits: (n: string) => string, type: string, scale: number): SqlReader {
  const number = (t: string) => `btrim(${t})::numeric`
  const near = (t: string) => `round(${number(t)}, ${scale})`
  const isNumber = (t: string) => `btrim(${t}) ~ '${numberForm}'`
  return {
    value: (t) => `(case when ${isNumber(t)} then case when ${fits(near(t))} then ${near(t)}::${type} end end)`,
    cut: (t) => `btrim(${t}) ~ '^[+-]?0\\d'`,
    rounded: (t) => `(case when ${isNumber(t)} then ${number(t)} <> ${near(t)} else false end)`,
  }
}

/** Reads numbers of `precision` digits, `scale` of them behind the point. */
export function decimalSql(precision: number, scale: number): SqlReader {
  return numberSql((n) => `abs(${n}) < 1e${precision - scale}::numeric`, 'numeric', scale)
}

/** Reads numbers of percent, with the sign or without: `25 %` is 0.25. */
export function percentSql(precision: number, scale: number): SqlReader {
  const { value, cut, rounded } = decimalSql(precision, scale)
  const share = (t: string) => {
    const plain = `regexp_replace(btrim(${t}), '[\\s\\u00a0\\u202f]*%$', '')`
    return `(case when ${plain} ~ '${numberForm}' then (${plain}::numeric * 0.01)::text end)`
  }
  return {
    value: (t) => value(share(t)),
    ...(cut && { cut: (t: string) => cut(t) }),
    ...(rounded && { rounded: (t: string) => `coalesce(${rounded(share(t))}, false)` }),
  }
}

/** Reads choices by their values and, however they are written, by their labels. */
export function choiceSql(options: readonly AttributeOption[]): SqlReader {
  return {
    value: (t) => {
      const byValue = options.map(({ value }) => `when ${t} = ${literal(value)} then ${literal(value)}`)
      const byName = options.flatMap((option) =>
        [option.label, option.value].map(
          (name) => `when ${folded(`btrim(${t})`)} = ${folded(literal(name))} then ${literal(option.value)}`,
        ),
      )
      return `(case ${[...byValue, ...byName].join(' ')} end)`
    },
  }
}

/** Reads choices with semicolons between them; parts that name none are cut off. */
export function choicesSql(options: readonly AttributeOption[]): SqlReader {
  const parts = (t: string) => `regexp_split_to_array(${folded(`btrim(${t})`)}, '\\s*;\\s*')`
  const rows = options.map(
    (option, at) =>
      `(${at}, ${literal(option.value)}, ${folded(literal(option.label))}, ${folded(literal(option.value))})`,
  )
  const table = `(values ${rows.join()}) o (place, value, label, folded)`
  const chosen = (t: string) => `o.label = any(${parts(t)}) or o.folded = any(${parts(t)})`
  return {
    value: (t) => `(select array_agg(o.value order by o.place) from ${table} where ${chosen(t)})`,
    cut: (t) => `(select count(distinct part) from unnest(${parts(t)}) part where part <> ''
        and not exists (select 1 from ${table} where o.label = part or o.folded = part)) > 0`,
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
