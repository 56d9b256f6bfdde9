import { textOfDay, textOfMoment, dayLength } from '#dates/calendar.ts'
import { decimalOf, decimalText, whole, type ScaledDecimal } from '#decimals/decimal.ts'
import { lenient, withPlaces, strict, type ExpressionFunction } from '#expressions/functions/function.ts'
import { expressionLimits } from '#expressions/limits.ts'
import { rounded } from '#expressions/rounding.ts'
import { clockOf } from '#expressions/sql/calendar.ts'
import { once, fragmentParameter, plain, sqlFragment, type Fragment } from '#expressions/sql/fragment.ts'
import { byCodePoint, heldText } from '#expressions/sql/text.ts'
import { held, characterCount, sliced } from '#expressions/texts.ts'
import { localTime } from '#dates/zoneTime.ts'
import { capitalised, folded } from '#platform/caseFolding.ts'

const text = { name: 'text', type: 'text' } as const
const part = { name: 'part', type: 'text' } as const
const count = { name: 'count', type: 'number', optional: true } as const
const blanks = plain(String.raw`E' \t\n\r\f\v'`)
const most = plain('1000000')
const one = plain('1::numeric')

/** Texts and their parts, by code point; capitals matter. */
export const textFunctions: readonly ExpressionFunction[] = [
  strict({
    name: 'LEN',
    parameters: [text],
    result: 'number',
    sentence: 'expressions.function.len',
    examples: [
      { write: 'LEN("Rīga")', gives: '4' },
      { write: 'LEN("😀")', gives: '1' },
    ],
    evaluate: (text) => whole(characterCount(text)),
    sql: (text) => sqlFragment`length(${text})::numeric`,
  }),
  strict({
    name: 'LEFT',
    parameters: [text, count],
    result: 'text',
    sentence: 'expressions.function.left',
    examples: [
      { write: 'LEFT("invoice", 3)', gives: 'inv' },
      { write: 'LEFT("abc")', gives: 'a' },
    ],
    evaluate: (text, count) => sliced(text, 0, places(count)),
    sql: (text, count) => sqlFragment`left(${text}, ${placesIn(count)})`,
  }),
  strict({
    name: 'RIGHT',
    parameters: [text, count],
    result: 'text',
    sentence: 'expressions.function.right',
    examples: [{ write: 'RIGHT("A-0042", 4)', gives: '0042' }],
    evaluate: (text, count) => sliced(text, Math.max(0, characterCount(text) - places(count))),
    sql: (text, count) => sqlFragment`right(${text}, ${placesIn(count)})`,
  }),
  strict({
    name: 'MID',
    parameters: [text, { name: 'start', type: 'number' }, { name: 'count', type: 'number' }],
    result: 'text',
    sentence: 'expressions.function.mid',
    examples: [
      { write: 'MID("invoice", 3, 2)', gives: 'vo' },
      { write: 'MID("abc", 0, 1)', gives: null },
    ],
    evaluate: (text, start, count) => {
      const from = places(start)
      return from < 1 ? null : sliced(text, from - 1, from - 1 + places(count))
    },
    sql: (text, start, count) => sqlFragment`substr(${text}, nullif(${placesIn(start)}, 0), ${placesIn(count)})`,
  }),
  strict({
    name: 'UPPER',
    parameters: [text],
    result: 'text',
    sentence: 'expressions.function.upper',
    examples: [{ write: 'UPPER("straße")', gives: 'STRASSE' }],
    evaluate: (text) => text.toUpperCase(),
    sql: (text) => byCodePoint(around(text, capitalised)),
  }),
  strict({
    name: 'LOWER',
    parameters: [text],
    result: 'text',
    sentence: 'expressions.function.lower',
    examples: [{ write: 'LOWER("RĪGA")', gives: 'rīga' }],
    evaluate: (text) => text.toLowerCase(),
    sql: (text) => byCodePoint(around(text, folded)),
  }),
  strict({
    name: 'TRIM',
    parameters: [text],
    result: 'text',
    sentence: 'expressions.function.trim',
    examples: [{ write: 'TRIM("  a b ")', gives: 'a b' }],
    evaluate: (text) => text.replace(/^[ \t\n\r\f\v]+/, '').replace(endingBlanks, ''),
    sql: (text) => sqlFragment`btrim(${text}, ${blanks})`,
  }),
  strict({
    name: 'CONTAINS',
    parameters: [text, part],
    result: 'boolean',
    sentence: 'expressions.function.contains',
    examples: [{ write: 'CONTAINS("invoice", "voi")', gives: true }],
    evaluate: (text, part) => text.includes(part),
    sql: (text, part) => sqlFragment`(strpos(${text}, ${part}) > 0)`,
  }),
  strict({
    name: 'STARTSWITH',
    parameters: [text, part],
    result: 'boolean',
    sentence: 'expressions.function.startswith',
    examples: [{ write: 'STARTSWITH("LV123", "LV")', gives: true }],
    evaluate: (text, part) => text.startsWith(part),
    sql: (text, part) => sqlFragment`starts_with(${text}, ${part})`,
  }),
  strict({
    name: 'ENDSWITH',
    parameters: [text, part],
    result: 'boolean',
    sentence: 'expressions.function.endswith',
    examples: [{ write: 'ENDSWITH("a.pdf", ".pdf")', gives: true }],
    evaluate: (text, part) => text.endsWith(part),
    sql: (text, part) => once([text, part], (a, b) => sqlFragment`right(${a}, length(${b})) = ${b}`),
  }),
  strict({
    name: 'FIND',
    parameters: [part, text],
    result: 'number',
    sentence: 'expressions.function.find',
    examples: [
      { write: 'FIND("@", "a@b.lv")', gives: '2' },
      { write: 'FIND("x", "abc")', gives: null },
    ],
    evaluate: (part, text) => {
      const at = text.indexOf(part)
      return at < 0 ? null : whole(characterCount(text.slice(0, at)) + 1)
    },
    sql: (part, text) => sqlFragment`nullif(strpos(${text}, ${part}), 0)::numeric`,
  }),
  strict({
    name: 'SUBSTITUTE',
    parameters: [text, part, { name: 'replacement', type: 'text' }],
    result: 'text',
    sentence: 'expressions.function.substitute',
    examples: [
      { write: 'SUBSTITUTE("1 000", " ", "")', gives: '1000' },
      { write: 'SUBSTITUTE("abc", "", "x")', gives: 'abc' },
    ],
    evaluate: (text, part, replacement) => substituted(text, part, replacement),
    sql: (text, part, replacement) =>
      once(
        [text, part, replacement],
        (a, b, c) => sqlFragment`case when ${a} is not null and ${b} is not null and ${c} is not null then
        case when ${b} = '' then ${a}
        when length(${a}) + ((length(${a}) - length(replace(${a}, ${b}, ''))) / length(${b}))::bigint * (length(${c}) - length(${b})) <= ${plain(String(expressionLimits.text))}
        then replace(${a}, ${b}, ${c}) end end`,
      ),
  }),
  strict({
    name: 'REPT',
    parameters: [text, { name: 'times', type: 'number' }],
    result: 'text',
    sentence: 'expressions.function.rept',
    examples: [
      { write: 'REPT("*", 3)', gives: '***' },
      { write: 'REPT("x", 999999999)', gives: null },
    ],
    evaluate: (text, times) => {
      const count = places(times)
      return characterCount(text) * count > expressionLimits.text ? null : text.repeat(count)
    },
    sql: (text, times) =>
      once(
        [text, placesIn(times)],
        (a, b) =>
          sqlFragment`case when length(${a})::bigint * ${b} <= ${plain(String(expressionLimits.text))} then repeat(${a}, ${b}) end`,
      ),
  }),
  lenient({
    name: 'CONCAT',
    parameters: [{ name: 'text', type: 'shown', many: true }],
    result: 'text',
    certain: false,
    sentence: 'expressions.function.concat',
    examples: [{ write: 'CONCAT("A", 1, null, true)', gives: 'A1true' }],
    evaluate: (...texts) => held(texts.map((each) => each ?? '').join('')),
    sql: (...texts) => {
      const all = texts
        .map((each) => sqlFragment`coalesce(${each}, '')`)
        .reduce((left, right) => sqlFragment`${left} || ${right}`)
      return once([sqlFragment`${all}`], heldText)
    },
  }),
  strict({
    name: 'TEXT',
    parameters: [{ name: 'number', type: 'number' }],
    result: 'text',
    sentence: 'expressions.function.text',
    examples: [{ write: 'TEXT(12.50)', gives: '12.5' }],
    evaluate: (number) => decimalText(number),
    sql: (number) => sqlFragment`(trim_scale(${number}))::text`,
  }),
  strict({
    name: 'TEXT',
    id: 'TEXT boolean',
    parameters: [{ name: 'condition', type: 'boolean' }],
    result: 'text',
    sentence: 'expressions.function.textBoolean',
    examples: [{ write: 'TEXT(1 < 2)', gives: 'true' }],
    evaluate: String,
    sql: (condition) => sqlFragment`(${condition})::text`,
  }),
  strict({
    name: 'TEXT',
    id: 'TEXT date',
    parameters: [{ name: 'day', type: 'date' }],
    result: 'text',
    sentence: 'expressions.function.textDate',
    examples: [{ write: 'TEXT(DATE(2026, 7, 4))', gives: '2026-07-04' }],
    evaluate: textOfDay,
    sql: (day) => sqlFragment`to_char(${day}, 'YYYY-MM-DD')`,
  }),
  withPlaces({
    name: 'TEXT',
    id: 'TEXT datetime',
    parameters: [{ name: 'moment', type: 'datetime' }],
    result: 'text',
    sentence: 'expressions.function.textMoment',
    examples: [{ write: 'TEXT(NOW())', gives: '2026-07-15 15:30' }],
    evaluate: ({ context }, moment) => {
      const local = localTime(moment, context.zone)
      return `${textOfDay(Math.floor(local / dayLength))} ${textOfMoment(((local % dayLength) + dayLength) % dayLength).slice(11, 16)}`
    },
    sql: ({ context }, moment) => sqlFragment`to_char(${clockOf(moment, context.zone)}, 'YYYY-MM-DD HH24:MI')`,
  }),
  strict({
    name: 'VALUE',
    parameters: [text],
    result: 'number',
    sentence: 'expressions.function.value',
    examples: [
      { write: 'VALUE("12.50")', gives: '12.5' },
      { write: 'VALUE("12,50")', gives: null },
    ],
    evaluate: (text) => (numeral.test(text) ? decimalOf(text) : null),
    sql: (text) =>
      once(
        [text],
        (a) => sqlFragment`case when ${a} ~ ${fragmentParameter(numeral.source, 'text')} then (${a})::numeric end`,
      ),
  }),
]

const numeral = /^-?[0-9]{1,40}(\.[0-9]{1,40})?$/
const endingBlanks = /(?<![ \t\n\r\f\v])[ \t\n\r\f\v]+$/

/** A count of characters: whole, from none to a million. */
function places(count: ScaledDecimal | undefined): number {
  if (!count) return 1
  return Math.min(Math.max(Number(rounded(count, 0, 'down').digits), 0), 1_000_000)
}

function placesIn(count: Fragment | undefined): Fragment {
  const number = count ?? one
  return once(
    [number],
    (a) => sqlFragment`case when ${a} is not null then least(greatest(trunc(${a}), 0), ${most})::int end`,
  )
}

function substituted(text: string, part: string, replacement: string): string | null {
  if (part === '') return text
  const pieces = text.split(part)
  const length = characterCount(text) + (pieces.length - 1) * (characterCount(replacement) - characterCount(part))
  return length > expressionLimits.text ? null : pieces.join(replacement)
}

function around(text: Fragment, write: (text: string) => string): Fragment {
  const [before = '', after = ''] = write('\u0000').split('\u0000')
  return sqlFragment`${plain(before)}${text}${plain(after)}`
}
