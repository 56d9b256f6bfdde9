/** One small wrong change of a line of source text. */
export type Mutation = { readonly change: string; readonly line: string }

type Rule = { readonly change: string; readonly find: RegExp; readonly put: string }

// Longer operators first; each rule changes one position of a line at a time.
const rules: readonly Rule[] = [
  { change: 'equal to unequal', find: / === /g, put: ' !== ' },
  { change: 'unequal to equal', find: / !== /g, put: ' === ' },
  { change: 'and to or', find: / && /g, put: ' || ' },
  { change: 'or to and', find: / \|\| /g, put: ' && ' },
  { change: 'bound moved', find: / < (?=[\w(])/g, put: ' <= ' },
  { change: 'bound moved', find: / > (?=[\w(])/g, put: ' >= ' },
  { change: 'bound moved', find: / <= /g, put: ' < ' },
  { change: 'bound moved', find: / >= /g, put: ' > ' },
  { change: 'true to false', find: /\btrue\b/g, put: 'false' },
  { change: 'false to true', find: /\bfalse\b/g, put: 'true' },
  { change: 'negation dropped', find: /(?<=[(\s&|])!(?=[\w(])/g, put: '' },
  { change: 'some to every', find: /\.some\(/g, put: '.every(' },
  { change: 'every to some', find: /\.every\(/g, put: '.some(' },
  { change: 'filter inverted', find: /\.filter\(\((\w+)\) => (?=[^{])/g, put: '.filter(($1) => !' },
  { change: 'fallback dropped', find: / \?\? \[\]/g, put: ' ?? [undefined as never]' },
  { change: 'plus to minus', find: / \+ 1\b/g, put: ' - 1' },
  { change: 'number moved', find: /(?<=[ (])0(?=[;,)\s])/g, put: '1' },
]

/** Whole lines whose removal is a mistake: guards that return early, and calls made for their effect. */
const guard = /^\s*if \(.*\) (return|throw|continue)\b.*$/
const call = /^\s*(await |void )?[a-z][\w.]*\(.*\)$/

/** Every mutation of one line of code; none of comments, imports and types. */
export function mutationsOf(line: string): Mutation[] {
  if (/^\s*(\/\/|\*|\/\*|import |export type |type |readonly |\| |}? from )/.test(line)) return []
  const changed = rules.flatMap(({ change, find, put }) =>
    [...line.matchAll(find)]
      .filter(({ index }) => !isInText(line, index))
      .map((match) => ({
        change,
        line:
          line.slice(0, match.index) + put.replace('$1', match[1] ?? '') + line.slice(match.index + match[0].length),
      })),
  )
  const dropped = guard.test(line) || call.test(line) ? [{ change: 'line dropped', line: '' }] : []
  return [...changed.filter(({ line: other }) => other !== line), ...dropped]
}

/** Whether a position of a line is inside a quoted text or behind a comment sign. */
function isInText(line: string, index: number): boolean {
  const before = line.slice(0, index)
  if (before.includes('//')) return true
  return [`'`, '"', '`'].some((quote) => (before.split(quote).length - 1) % 2 === 1)
}
