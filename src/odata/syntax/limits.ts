import { fault, type Fault } from '#faults/fault.ts'

/** Architecture 7: what one query text may cost, and how many requests a batch may hold. */
export const queryLimits = {
  urlBytes: 8192,
  queryBytes: 65_536,
  nodes: 500,
  reckoned: 20_000,
  depth: 50,
  inList: 2000,
  lambdaDepth: 3,
  groups: 50_000,
  concats: 100,
  pattern: 256,
  nameBytes: 63,
  expands: 20,
  expandDepth: 4,
  numberDigits: 300,
  pageSize: 5000,
  defaultPageSize: 100,
  expandedPageSize: 1000,
  expandedRows: 250_000,
  skip: 1_000_000_000,
  batch: 1000,
  batchAnswer: 50_000_000,
  deepDepth: 4,
  deepRows: 1000,
  bodyValues: 200_000,
  binaryBytes: 10_485_760,
} as const

/** The refusal of a query that passes a limit; names the limit and its number. */
export function overLimit(limit: keyof typeof queryLimits, target?: string): Fault {
  return fault('query.limit', { limit, max: queryLimits[limit] }, target)
}
