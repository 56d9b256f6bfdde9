import type {
  Aggregate,
  ComputeItem,
  ExpandItem,
  Literal,
  LiteralEntry,
  Name,
  Nested,
  QueryNode,
  OrderItem,
  QueryOptions,
  Search,
  MemberSegment,
  SelectItem,
  Within,
} from '#odata/syntax/node.ts'

type Literals = readonly LiteralEntry[]

/** The query as a query string in one plain form: what it says parses back to the same tree. Paging tokens and `$apply` are left out. */
export function printQuery(query: QueryOptions): string {
  const { literals } = query
  const options = {
    $filter: query.filter && printNode(query.filter, literals),
    $select: query.select && printSelect(query.select, literals),
    $orderby: printOrder(query.order, literals),
    $expand: printExpand(query.expand, literals),
    $search: query.search && printSearch(query.search, literals),
    $compute: printCompute(query.compute, literals),
    $top: query.top?.toString(),
    $skip: query.skip?.toString(),
    $count: query.count ? 'true' : undefined,
  }
  const given = Object.entries(options).filter((entry) => entry[1])
  return given.map(([name, text]) => `${name}=${encodeURIComponent(text ?? '')}`).join('&')
}

/** An expression as text, with parentheses wherever they could matter. */
export function printNode(node: QueryNode, literals: Literals): string {
  const inner = (part: QueryNode) => (isSimple(part) ? printNode(part, literals) : `(${printNode(part, literals)})`)
  const list = (parts: readonly QueryNode[]) => parts.map((part) => printNode(part, literals)).join(',')
  switch (node.kind) {
    case 'literal':
      return printEntry(literals[node.literal])
    case 'path':
      return printPath(node.names)
    case 'compare':
    case 'arithmetic':
      return `${inner(node.left)} ${node.operator} ${inner(node.right)}`
    case 'has':
      return `${inner(node.left)} has ${inner(node.right)}`
    case 'in':
      return `${inner(node.left)} in ${printEntry(literals[node.list])}`
    case 'among':
      return `${inner(node.left)} in ${inner(node.of)}`
    case 'logic':
      return node.of.map(inner).join(` ${node.operator} `)
    case 'not':
      return `not ${inner(node.of)}`
    case 'negate':
      return `-(${printNode(node.of, literals)})`
    case 'call':
      return `${node.name}(${list(node.arguments)})`
    case 'named':
      return `${node.name}=${printNode(node.of, literals)}`
    case 'alias':
      return node.name
    case 'case':
      return `case(${node.of.map(({ when, value }) => `${inner(when)} : ${inner(value)}`).join(',')})`
    case 'array':
      return `[${list(node.of)}]`
    case 'object':
      return `{${node.of.map(([name, value]) => `"${name}":${printNode(value, literals)}`).join(',')}}`
    case 'lambda':
      return printSegments(
        [...segmentsOf(node.names), { name: nameOf(node.lambda.operator), lambda: node.lambda }],
        literals,
      )
    case 'count':
      return printSegments([...segmentsOf(node.names), { name: nameOf('$count'), within: node.within }], literals)
    case 'member':
      return printSegments(node.segments, literals)
  }
}

function isSimple(node: QueryNode): boolean {
  return ['literal', 'path', 'call', 'array', 'object', 'case', 'lambda', 'count', 'member', 'alias'].includes(
    node.kind,
  )
}

function nameOf(text: string): Name {
  return { text, at: 0 }
}

function segmentsOf(names: readonly Name[]): readonly MemberSegment[] {
  return names.map((name) => ({ name }))
}

function printSegments(segments: readonly MemberSegment[], literals: Literals): string {
  return segments.map((segment) => printSegment(segment, literals)).join('/')
}

function printSegment(
  { name, arguments: given, lambda, within, aggregate }: MemberSegment,
  literals: Literals,
): string {
  if (aggregate) return `aggregate(${aggregate.map((each) => printAggregate(each, literals)).join(',')})`
  if (within) return `$count${printWithin(within, literals)}`
  if (lambda) {
    return `${lambda.operator}(${lambda.of ? `${lambda.variable}:${printNode(lambda.of, literals)}` : ''})`
  }
  return name.text + (given ? `(${given.map((part) => printNode(part, literals)).join(',')})` : '')
}

function printWithin({ filter, search }: Within, literals: Literals): string {
  const options = [
    filter ? `$filter=${printNode(filter, literals)}` : '',
    search ? `$search=${printSearch(search, literals)}` : '',
  ].filter((option) => option !== '')
  return options.length > 0 ? `(${options.join(';')})` : ''
}

function printAggregate({ of, method, from, as }: Aggregate, literals: Literals): string {
  const methodText = (method: string | undefined) => (method === undefined ? '' : ` with ${method}`)
  const fromText = from.map(({ paths, method }) => {
    return ` from ${paths.map((path) => printNode(path, literals)).join(',')}${methodText(method)}`
  })
  const value = of ? printNode(of, literals) : '$count'
  return value + methodText(method) + fromText.join('') + (as ? ` as ${as.text}` : '')
}

function printSearch(search: Search, literals: Literals): string {
  const inner = (part: Search) =>
    part.kind === 'word' || part.kind === 'not' ? printSearch(part, literals) : `(${printSearch(part, literals)})`
  switch (search.kind) {
    case 'word': {
      const entry = literals[search.word]
      return `"${(entry && 'text' in entry ? entry.text : '').replace(/[\\"]/g, '\\$&')}"`
    }
    case 'not':
      return `NOT ${inner(search.of)}`
    default:
      return search.of.map(inner).join(` ${search.kind.toUpperCase()} `)
  }
}

function printEntry(entry: LiteralEntry | undefined): string {
  if (entry === undefined) return 'null'
  if ('text' in entry) return printLiteral(entry)
  return `(${entry.map(printLiteral).join(',')})`
}

function printLiteral(literal: Literal): string {
  if (literal.prefix !== undefined) return `${literal.prefix}'${literal.text}'`
  return literal.type === 'string' ? `'${literal.text.replaceAll("'", "''")}'` : literal.text
}

function printPath(names: readonly Name[]): string {
  return names.map((name) => name.text).join('/')
}

function printOrder(items: readonly OrderItem[], literals: Literals): string {
  return items.map((item) => printNode(item.of, literals) + (item.descending ? ' desc' : '')).join(',')
}

function printCompute(items: readonly ComputeItem[], literals: Literals): string {
  return items.map((item) => `${printNode(item.of, literals)} as ${item.as.text}`).join(',')
}

function printSelect(items: readonly SelectItem[], literals: Literals): string {
  return items.map((item) => item.text + (item.nested ? printNested(item.nested, literals) : '')).join(',')
}

function printExpand(items: readonly ExpandItem[], literals: Literals): string {
  return items.map((item) => printExpanded(item) + printNested(item, literals)).join(',')
}

function printExpanded(item: ExpandItem): string {
  return item.name.text + (item.as === 'rows' ? '' : `/$${item.as}`)
}

function printNested(item: Nested, literals: Literals): string {
  const options = Object.entries({
    $select: item.select && printSelect(item.select, literals),
    $expand: printExpand(item.expand, literals),
    $filter: item.filter && printNode(item.filter, literals),
    $orderby: printOrder(item.order, literals),
    $search: item.search && printSearch(item.search, literals),
    $compute: printCompute(item.compute, literals),
    $top: item.top?.toString(),
    $skip: item.skip?.toString(),
    $count: item.count ? 'true' : undefined,
    $levels: item.levels,
  }).filter((entry) => entry[1])
  return options.length > 0 ? `(${options.map((entry) => entry.join('=')).join(';')})` : ''
}
