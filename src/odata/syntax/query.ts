import { fault } from '#faults/fault.ts'
import { limits, overLimit } from '#odata/syntax/limits.ts'
import type { Query } from '#odata/syntax/node.ts'
import * as options from '#odata/syntax/options.ts'
import * as read from '#odata/syntax/reader.ts'
import { splitOptions, type Option } from '#odata/syntax/split.ts'

const later = new Set(['apply', 'compute', 'levels', 'index', 'deltatoken', 'schemaversion'])

/**
 * The system query options of a request's query string (without its `?`), not decoded yet. Refuses with `query.syntax`
 * (position in the decoded text of the option named by `target`), `query.limit` or `query.unknownName`.
 */
export function parseQuery(raw: string): Query {
  if (raw.length > limits.urlBytes) throw overLimit('urlBytes')
  return parseOptions(splitOptions(raw))
}

function parseOptions(given: ReadonlyMap<string, Option>): Query {
  const collected: read.Collected = { literals: [], nodes: 0, expands: 0 }
  const shapes: string[] = []
  const parsed = <Result>(name: string, parse: (reader: read.Reader) => Result): Result | undefined => {
    const option = given.get(name)
    if (!option) return undefined
    const reader = read.readerOf(option.written, option.text, collected)
    const result = parse(reader)
    if (name !== 'skip' && name !== 'search') shapes.push(`${name}=${read.shapeOf(reader)}`)
    return result
  }
  refuseUnknown(given)
  const query = {
    filter: parsed('filter', options.readFilter),
    select: parsed('select', options.readSelect),
    order: parsed('orderby', options.readOrder) ?? [],
    expand: parsed('expand', options.readExpand) ?? [],
    search: parsed('search', options.readSearch) ?? [],
    top: parsed('top', options.readCount),
    skip: parsed('skip', options.readCount),
    count: parsed('count', options.readTruth) ?? false,
    skipToken: given.get('skiptoken')?.text,
    format: given.get('format')?.text,
  }
  if (query.skip !== undefined && query.skip > limits.skip) throw overLimit('skip', '$skip')
  const literals = [...collected.literals, ...query.search]
  if (query.search.length > 0) shapes.push(`search=${query.search.length}`)
  return { ...query, literals, shape: shapes.join('&'), identity: identityOf(given) }
}

function refuseUnknown(given: ReadonlyMap<string, Option>): void {
  for (const [name, option] of given) {
    if (later.has(name)) throw fault('server.unsupported', { feature: `$${name}` }, option.written)
  }
}

function identityOf(given: ReadonlyMap<string, Option>): string {
  return ['filter', 'orderby', 'search'].map((name) => given.get(name)?.text ?? '').join('\u0001')
}
