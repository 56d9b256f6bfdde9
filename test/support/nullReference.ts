import type { LiteralEntry, QueryNode } from '../../src/odata/syntax/node.ts'

const signs: Record<string, string> = { gt: '>', ge: '>=', lt: '<', le: '<=', add: '+', sub: '-', mul: '*' }
const functions: Record<string, (...given: readonly string[]) => string> = {
  contains: (text, part) => `strpos(${text}, ${part}) > 0`,
  startswith: (text, part) => `starts_with(${text}, ${part})`,
  endswith: (text, part) => `right(${text}, length(${part})) = ${part}`,
  length: (text) => `length(${text})`,
  indexof: (text, part) => `strpos(${text}, ${part}) - 1`,
  tolower: (text) => `lower(${text})`,
  concat: (left, right) => `${left} || ${right}`,
  trim: (text) => `btrim(${text})`,
  substring: (text, start) => `substr(${text}, ${start} + 1)`,
  year: (day) => `extract(year from ${day})`,
}

/** A filter over the facts as SQL: comparisons that are never null, and PostgreSQL's own logic around them. */
export function referenceText(node: QueryNode, literals: readonly LiteralEntry[]): string {
  const text = (part: QueryNode) => referenceText(part, literals)
  switch (node.kind) {
    case 'literal':
      return literalText(literals[node.literal])
    case 'path':
      return pathText(node.names.map((name) => name.text))
    case 'not':
      return `(not ${text(node.of)})`
    case 'logic':
      return `(${node.of.map(text).join(` ${node.operator} `)})`
    case 'compare':
      if (node.operator === 'eq') return sameText(text(node.left), text(node.right))
      if (node.operator === 'ne') return `(not ${sameText(text(node.left), text(node.right))})`
      return `coalesce(${text(node.left)} ${signs[node.operator]} ${text(node.right)}, false)`
    case 'in': {
      const items = [literals[node.list]].flat().map(literalText)
      return `(${items.map((item) => sameText(text(node.left), item)).join(' or ')})`
    }
    case 'among':
      return `exists (select from unnest(${text(node.of)}) t where ${sameText(text(node.left), 't')})`
    case 'arithmetic':
      return `(${text(node.left)}::numeric ${signs[node.operator]} ${text(node.right)}::numeric)`
    case 'negate':
      return `(-${text(node.of)})`
    case 'call':
      return `(${functions[node.name]?.(...node.arguments.map(text))})`
    case 'case':
      return `(case ${node.of.map(({ when, value }) => `when ${text(when)} then ${text(value)}`).join(' ')} end)`
    case 'has':
      return `(${text(node.left)} & ${text(node.right)} = ${text(node.right)})`
    case 'count':
      return '(select count(*) from facts p where p.parent_id = f.id)'
    case 'lambda': {
      const from = node.names[0]?.text === 'tags' ? 'unnest(f.tags) t where' : 'facts p where p.parent_id = f.id and'
      const condition = node.lambda.of ? text(node.lambda.of) : 'true'
      if (node.lambda.operator === 'any') return `exists (select from ${from} ${condition})`
      return `(not exists (select from ${from} (${condition}) is not true))`
    }
    default:
      throw new Error(`no reference for ${node.kind}`)
  }
}

// Beside an empty text both sides are without a value where they are empty.
function sameText(left: string, right: string): string {
  const filled = (side: string) => ([left, right].includes(`''::text`) ? `nullif(${side}, '')` : side)
  return `(${filled(left)} is not distinct from ${filled(right)})`
}

function literalText(entry: LiteralEntry | undefined): string {
  if (!entry || !('text' in entry)) throw new Error('no literal')
  if (entry.type === 'string') return `'${entry.text}'::text`
  if (entry.type === 'enum') return `${['Open', 'Paid'].indexOf(entry.text) + 1}::bigint`
  return entry.type === 'date' ? `date '${entry.text}'` : entry.text
}

function pathText([first = '', ...rest]: readonly string[], row = 'f'): string {
  if (first === 'p' || first === '$it') return pathText(rest, first === 'p' ? 'p' : 'f')
  if (first !== 'parent') return first === 't' ? 't' : `${row}.${first}`
  const value = rest.length === 0 ? `${row}q.id` : pathText(rest, `${row}q`)
  return `(select ${value} from facts ${row}q where ${row}q.id = ${row}.parent_id)`
}
