import type { BoundExpand } from '#odata/bind/bound.ts'
import { operandText } from '#odata/compile/expression.ts'
import { orderText } from '#odata/compile/order.ts'
import type { Writer } from '#odata/compile/writer.ts'
import { pageOfExpanded } from '#odata/expanded.ts'
import { literal } from '#platform/sql.ts'

/** What an expanded collection is read with. */
export type ExpandedText = {
  /** The select list of its rows. */
  readonly row: string
  /** From where and under which conditions; written anew for each use, as it takes parameters. */
  readonly found: () => string
  /** The key of the row that it belongs to. */
  readonly parentKey: string
}

/**
 * The rows of an expanded collection as JSON. Where more follow than its page holds, a last element tells where the next page
 * begins: `{"@next":[path, key of the parent, [keys of the last row]]}`; `expanded.ts` makes a link of it, or refuses where
 * the path is empty. Only a full
 * page is looked at for that, so it costs the others nothing.
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
