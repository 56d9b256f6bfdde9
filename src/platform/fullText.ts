import { folded, unicode } from '#platform/caseFolding.ts'
import { literal } from '#platform/sql.ts'
import { digitsText, fewestDigits } from '#platform/telephone.ts'

/**
 * How words are made of texts, each way for itself: as they are written, by the rules of Russian (and, for words in Latin
 * letters, of English), by those of Spanish. A word is found where one of the ways finds it. PostgreSQL has no rules for
 * Latvian, whose words are found as they are written.
 */
const stemming = ['russian', 'spanish'] as const
const configurations = ['simple', ...stemming] as const

/** What stands between words only, whatever PostgreSQL makes of it by itself: addresses and numbers fall into their parts. */
const marks = '!"#$%&\'()*+,-./:;<=>?@[]^_`{|}~\\«»„“”‘’‚‹›–—…·•§©®°№¡¿\u00a0\u00ad\t\n\r'
const escapedMarks = marks.replaceAll(/[[\]\\^-]/g, '\\$&')
const anyMark = `[${escapedMarks}]`

/** No text has this word once its marks are gone, so that no phrase goes from one text on into the next. */
const between = ` ' 0.5 ' `

/** PostgreSQL's word lists have 1 MB at most; so many characters never come near it, whatever they are. */
const longest = 50_000

/** Stands between texts as they are, as long as `between`, and no phrase goes across it. */
const barrier = '\u0001'
const betweenPlain = ` '    ${barrier}    ' `

/**
 * The words of several texts as one tsvector, and the ends of telephone numbers. Indexes stand on exactly this expression;
 * all of it is immutable.
 */
export function wordsText(texts: readonly string[], telephones: readonly string[]): string {
  const parts = texts.map((text) => unmarked(`coalesce(${text}, '')`))
  const whole = `${folded(`left(${parts.join(` ||${between}|| `)}, ${longest})`)} ||${between}`
  const words = configurations.map((name) => `to_tsvector('pg_catalog.${name}'::regconfig, ${whole})`)
  return [...words, ...telephones.map(endsText)].join(' || ')
}

/** The same texts with their signs, in which phrases are looked for. */
export function phrasesText(texts: readonly string[]): string {
  return `left(${texts.map((text) => `coalesce(${text}, '')`).join(` ||${betweenPlain}|| `)}, ${longest}) ${unicode}`
}

/**
 * The tsquery of a word, given the SQL of its text. A star at its end asks for words that begin so, too; such beginnings are
 * taken as they are written. What are several words is looked for as they are written: one after the other, or, where their
 * places are looked at in another way, all of them anywhere. A text without words finds nothing.
 */
export function wordQueryText(text: string, several: 'inOrder' | 'anywhere'): string {
  const words = folded(unmarked(text))
  const query = several === 'inOrder' ? 'phraseto_tsquery' : 'plainto_tsquery'
  const of = (name: string) => `${query}('pg_catalog.${name}'::regconfig, ${words})`
  const begun = `coalesce((nullif(${of('simple')}::text, '') || ':*')::tsquery, ''::tsquery)`
  const stems = `case when numnode(${of('simple')}) = 1 then ${stemming.map(of).join(' || ')} else ''::tsquery end`
  return `${of('simple')} || ${stems} || case when right(${text}, 1) = '*' then ${begun} else ''::tsquery end`
}

/** Whether a text is several words, so that their places count. */
export function isPhraseText(text: string): string {
  return `numnode(plainto_tsquery('pg_catalog.simple'::regconfig, ${folded(unmarked(text))})) > 1`
}

const gap = `[${escapedMarks}[:space:]]`
const edge = `[${escapedMarks}[:space:]${barrier}]`
const anyMarks = new RegExp(`(?:${anyMark}|\\s)+`, 'u')
/** Phrases are no longer than that; of one that is, the beginning is looked at. */
const mostWords = 64

/**
 * A regular expression of PostgreSQL for the texts that have these words one after the other, whatever signs stand between
 * them; with a star at its end the last one may go on.
 */
export function phrasePattern(typed: string): string {
  const words = typed.split(anyMarks).filter((word) => word !== '')
  const end = typed.endsWith('*') && words.length <= mostWords ? '' : `(${edge}|$)`
  return `(^|${edge})${words.slice(0, mostWords).join(`${gap}+`)}${end}`
}

/** What telephone numbers are among the words: each end of one is a word, marked as such. */
const telephoneMark = '+'
/** No number is longer (E.164). */
const longestNumber = 15

function endsText(telephone: string): string {
  const digits = digitsText(`coalesce(${telephone}, '')`)
  const ends = Array.from({ length: longestNumber - fewestDigits + 1 }, (_, at) => {
    const end = at === 0 ? digits : `substr(${digits}, ${at + 1})`
    return `'${telephoneMark}' || ${end}`
  })
  return `array_to_tsvector(array[${ends.join(', ')}])`
}

/** The tsquery of digits that stand one after the other in a telephone number, given the SQL of them or of null. */
export function digitsQueryText(digits: string): string {
  return `coalesce(('''${telephoneMark}' || ${digits} || ''':*')::tsquery, ''::tsquery)`
}

/** A blank for each mark. By `translate`, which goes through all marks at each letter, it takes fifty times as long. */
function unmarked(text: string): string {
  return `regexp_replace(${text} collate "C", ${literal(anyMark)}, ' ', 'g')`
}

/** Formatted text (HTML) without its tags: those within words leave no gap. */
export function untagged(text: string): string {
  const within = '</?(b|strong|i|em|u|s|del|ins|sub|sup|small|mark|code|span|a)(\\s[^>]*)?>'
  const inner = `regexp_replace(${text}, ${literal(within)}, '', 'gi')`
  return `regexp_replace(${inner}, '<[^>]*>|&[a-z0-9#]+;', ' ', 'gi')`
}
