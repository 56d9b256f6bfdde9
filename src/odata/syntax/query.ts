import { fault } from '#faults/fault.ts'
import { readOperators } from '#odata/syntax/expression.ts'
import { queryLimits, overLimit } from '#odata/syntax/limits.ts'
import type { QueryOptions, Transformation } from '#odata/syntax/node.ts'
import * as options from '#odata/syntax/options.ts'
import * as read from '#odata/syntax/reader.ts'
import { splitOptions, type SplitQuery } from '#odata/syntax/split.ts'

const later = ['index', 'deltatoken', 'schemaversion', 'id', 'levels'] as const

/**
 * The system query options of a request's query string (without its `?`), not decoded yet. Refuses with `query.syntax`
 * (position in the decoded text of the option named by `target`), `query.limit` or `query.unknownName`. Its literals follow
 * those `before`.
 */
export function parseQuery(raw: string, before: QueryOptions['literals'] = []): QueryOptions {
  if (raw.length > queryLimits.queryBytes) throw overLimit('queryBytes')
  return parseOptions(splitOptions(raw), before)
}

/** Whether `$apply` only finds rows and computes values of theirs: then they are rows of their set as without it. */
export function keepsRows({ apply }: Pick<QueryOptions, 'apply'>): boolean {
  return apply?.every(({ kind }) => rowSteps.has(kind)) ?? true
}

const rowSteps: ReadonlySet<Transformation['kind']> = new Set(['identity', 'filter', 'search', 'compute'] as const)

/** Refuses the options that are understood but not answered. */
export function refuseLater(query: QueryOptions): void {
  const [option] = query.later
  if (option !== undefined) throw fault('server.unsupported', { feature: option }, option)
}

function parseOptions({ options: given, aliases }: SplitQuery, before: QueryOptions['literals']): QueryOptions {
  const collected: read.Collected = { literals: [...before], aliases, expression: readOperators, nodes: 0, expands: 0 }
  const shapes: string[] = []
  const parsed = <Result>(name: string, parse: (reader: read.OptionReader) => Result): Result | undefined => {
    const option = given.get(name)
    if (!option) return undefined
    const reader = read.openReader(option.written, option.text, collected, option.semicolons)
    const result = parse(reader)
    if (name !== 'skip') shapes.push(`${name}=${read.shapeOf(reader)}`)
    return result
  }
  const query = {
    filter: parsed('filter', options.readFilter),
    select: parsed('select', options.readSelect),
    order: parsed('orderby', options.readOrder) ?? [],
    expand: parsed('expand', options.readExpand) ?? [],
    search: parsed('search', options.readSearch),
    compute: parsed('compute', options.readComputed) ?? [],
    apply: parsed('apply', options.readApplyOption),
    top: parsed('top', options.readCountOption),
    skip: parsed('skip', options.readCountOption),
    count: parsed('count', options.readTruth) ?? false,
    skipToken: given.get('skiptoken')?.text,
    format: given.get('format')?.text,
    later: laterOf(given),
  }
  parsed('index', options.readIndex)
  if (query.skip !== undefined && query.skip > queryLimits.skip) throw overLimit('skip', '$skip')
  const identity = identityOf(given, aliases)
  // What is refused later must not look like what is not.
  return { ...query, literals: collected.literals, shape: [...shapes, ...query.later].join('&'), identity }
}

const none: readonly string[] = []

function laterOf(given: SplitQuery['options']): readonly string[] {
  return later.some((name) => given.has(name))
    ? later.filter((name) => given.has(name)).map((name) => `$${name}`)
    : none
}

const identifying = ['filter', 'orderby', 'search', 'compute', 'apply']

function identityOf(given: SplitQuery['options'], aliases: SplitQuery['aliases']): string {
  let identity = ''
  for (const name of identifying) identity += `${given.get(name)?.text ?? ''}\u0001`
  for (const [name, text] of aliases) identity += `${name}\u0001${text}\u0001`
  return identity
}
