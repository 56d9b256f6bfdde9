import type { ExpandItem, Literal, LiteralEntry, Name, Node, Query, SelectItem } from '#odata/syntax/node.ts'

/** The query as a query string in one plain form: what it says parses back to the same tree. Paging tokens are left out. */
export function printQuery(query: Query): string {
  const options = {
    $filter: query.filter && printNode(query.filter, query.literals),
    $select: query.select && printSelect(query.select),
    $orderby: query.order.map((item) => printPath(item.names) + (item.descending ? ' desc' : '')).join(','),
    $expand: printExpand(query.expand),
    $search: query.search.map((word) => `"${word.text}"`).join(' '),
    $top: query.top?.toString(),
    $skip: query.skip?.toString(),
    $count: query.count ? 'true' : undefined,
  }
  const given = Object.entries(options).filter((entry) => entry[1])
  return given.map(([name, text]) => `${name}=${encodeURIComponent(text ?? '')}`).join('&')
}

/** An expression as text, with parentheses wherever they could matter. */
export function printNode(node: Node, literals: readonly LiteralEntry[]): string {
  const inner = (part: Node) => (isSimple(part) ? printNode(part, literals) : `(${printNode(part, literals)})`)
  switch (node.kind) {
    case 'literal':
      return printEntry(literals[node.literal])
    case 'path':
      return printPath(node.names)
    case 'compare':
      return `${inner(node.left)} ${node.operator} ${inner(node.right)}`
    case 'in':
      return `${inner(node.left)} in ${printEntry(literals[node.list])}`
    case 'logic':
      return node.of.map(inner).join(` ${node.operator} `)
    case 'not':
      return `not ${inner(node.of)}`
    case 'call':
      return `${node.name}(${node.arguments.map((part) => printNode(part, literals)).join(',')})`
  }
}

function isSimple(node: Node): boolean {
  return node.kind === 'literal' || node.kind === 'path' || node.kind === 'call'
}

function printEntry(entry: LiteralEntry | undefined): string {
  if (entry === undefined) return 'null'
  if ('text' in entry) return printLiteral(entry)
  return `(${entry.map(printLiteral).join(',')})`
}

function printLiteral(literal: Literal): string {
  return literal.type === 'string' ? `'${literal.text.replaceAll("'", "''")}'` : literal.text
}

function printPath(names: readonly Name[]): string {
  return names.map((name) => name.text).join('/')
}

function printSelect(items: readonly SelectItem[]): string {
  return items.map((item) => item.text).join(',')
}

function printExpand(items: readonly ExpandItem[]): string {
  return items.map((item) => item.name.text + printNested(item)).join(',')
}

function printNested(item: ExpandItem): string {
  const options = [
    item.select ? `$select=${printSelect(item.select)}` : '',
    item.expand.length > 0 ? `$expand=${printExpand(item.expand)}` : '',
  ].filter((option) => option !== '')
  return options.length > 0 ? `(${options.join(';')})` : ''
}
