import type { BoundExpand } from '#odata/bind/bound.ts'
import { operandText } from '#odata/compile/expression.ts'
import { orderText } from '#odata/compile/order.ts'
import type { Writer } from '#odata/compile/writer.ts'
import { pageOfExpanded } from '#odata/expanded.ts'
import { literal } from '#platform/sql.ts'

/** Input for reading an expanded collection. */
export type ExpandedText = {
  /** The select list of the rows. */
  readonly row: string
  /** FROM and WHERE of the rows; called for each use, because every call adds parameters. */
  readonly found: () => string
  /** The key of the parent row. */
  readonly parentKey: string
}

/**
 * The rows of an expanded collection as JSON. Where more rows follow than the page holds, a last element marks the
 * start of the next page: `{"@next":[path, key of the parent, [keys of the last row]]}`. `expanded.ts` turns the mark
 * into a link, or refuses the answer where the path is empty. Only full pages are checked for further rows, so other
 * pages cost nothing extra.
 */
export function expandedText(writer: Writer, expand: BoundExpand, text: ExpandedText): string {
  const { limit, isLast } = pageOfExpanded(expand, expand.isWhole ? undefined : writer.maxPageSize)
  const skip = expand.skip ?? 0
  const rows = () => `from ${text.found()} ${orderOf(writer, expand)}`
  const page = `(select ${text.row} ${rows()}${cutText(limit, skip)}) "@r"`
  const all = `coalesce(json_agg("@r"), '[]')`
  if (isLast) return `(select ${all} from ${page})`
  const keys = expand.order.map(({ expression }) => `(${operandText(writer, expression)})::text`)
  const path = expand.isWhole ? '' : expand.path.join('/')
  const place = `${literal(path)}, (${text.parentKey})::text, json_build_array(${keys.join(', ')})`
  const last = `select ',{"@next":' || json_build_array(${place})::text || '}' ${rows()}${cutText(1, skip + limit - 1)}`
  const more = `exists (select from ${text.found()}${cutText(1, skip + limit)})`
  const next = `coalesce(case when ${more} then (${last}) end, '')`
  return `(select case when count(*) < ${limit} then ${all} else (left(json_agg("@r")::text, -1) || ${next} || ']')::json end from ${page})`
}

function orderOf(writer: Writer, { order }: BoundExpand): string {
  const texts = order.map(({ expression }) => operandText(writer, expression))
  return `order by ${orderText(writer, order, texts, false)}`
}

function cutText(limit: number, skip: number): string {
  return ` limit ${limit}${skip > 0 ? ` offset ${skip}` : ''}`
}
