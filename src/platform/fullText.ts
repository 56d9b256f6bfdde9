import { folded } from '#platform/folded.ts'
import { literal } from '#platform/sql.ts'
import { digitsText } from '#platform/telephone.ts'

/**
 * How words are made of texts, each way for itself: as they are written, by the rules of Russian (and, for words in Latin
 * letters, of English), by those of Spanish. A word is found where one of the ways finds it. PostgreSQL has no rules for
 * Latvian, whose words are found as they are written.
 */
const stemming = ['russian', 'spanish'] as const
const configurations = ['simple', ...stemming] as const

/** What stands between words only, whatever PostgreSQL makes of it by itself: addresses and numbers fall into their parts. */
const marks = '!"#$%&\'()*+,-./:;<=>?@[]^_`{|}~\\«»„“”‘’‚‹›–—…·•§©®°№¡¿\u00a0\u00ad\t\n\r'
const anyMark = `[${marks.replaceAll(/[[\]\\^-]/g, '\\$&')}]`

/** No text has this word once its marks are gone, so that no phrase goes from one text on into the next. */
const between = ` ' 0.5 ' `

/** PostgreSQL's word lists have 1 MB at most; so many characters never come near it, whatever they are. */
const longest = 50_000

/** The words of several texts as one tsvector. Indexes stand on exactly this expression; all of it is immutable. */
export function wordsText(texts: readonly string[]): string {
  const parts = texts.map((text) => unmarked(`coalesce(${text}, '')`))
  const whole = `${folded(`left(${parts.join(` ||${between}|| `)}, ${longest})`)} ||${between}`
  return configurations.map((name) => `to_tsvector('pg_catalog.${name}'::regconfig, ${whole})`).join(' || ')
}

/**
 * The tsquery of a word or a phrase, given the SQL of its text. A star at its end asks for words that begin so, too; such
 * beginnings are taken as they are written. A text without words finds nothing.
 */
export function wordQueryText(text: string): string {
  const words = folded(unmarked(text))
  const of = (name: string) => `phraseto_tsquery('pg_catalog.${name}'::regconfig, ${words})`
  const begun = `coalesce((nullif(${of('simple')}::text, '') || ':*')::tsquery, ''::tsquery)`
  // Stems know no articles and the like: a phrase that would lose one of its words is looked for as it is written only.
  const whole = (name: string) =>
    `case when numnode(${of(name)}) = numnode(${of('simple')}) then ${of(name)} else ''::tsquery end`
  const any = [of('simple'), ...stemming.map(whole)].join(' || ')
  return `${any} || case when right(${text}, 1) = '*' then ${begun} else ''::tsquery end`
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

/** A telephone number as it is written, and its digits alone. */
export function withDigits(text: string): string {
  return `${text} || ' ' || ${digitsText(text)}`
}
