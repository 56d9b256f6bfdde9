import type { BoundRows } from '#odata/bind/bound.ts'
import { tableAt } from '#odata/bind/scope.ts'
import { derivedValue } from '#odata/compile/derived.ts'
import { canBeHeavy, weighedText, weightText } from '#odata/compile/rowWeight.ts'
import { statementName } from '#odata/compile/hash.ts'
import { jsonMembers, plainMembers, plainText, type PlainMember } from '#odata/compile/plain.ts'
import { readTables, rowText } from '#odata/compile/rows.ts'
import { sourceText } from '#odata/compile/source.ts'
import type { Compiled, Hole, ReadVersions } from '#odata/compile/statement.ts'
import { originText, stopConditions } from '#odata/compile/resourcePath.ts'
import * as write from '#odata/compile/writer.ts'
import type { WireForm, Writer } from '#odata/compile/writer.ts'
import type { GuardedQuery } from '#odata/guard.ts'
import { propertyOf, type ODataModel, type TableMap } from '#odata/model.ts'
import type { JsonRows } from '#platform/jsonRows.ts'

export type OneInput = {
  readonly tables: TableMap
  readonly model?: Pick<ODataModel, 'namespace'>
  readonly wire: WireForm
  readonly versions?: ReadVersions | undefined
  /** Maximum page size of expanded collections. */
  readonly maxPageSize?: number | undefined
}

/**
 * One row: version columns, `value` (JSON text, null for a missing or unreadable row), `version`, `key`, and `origin`
 * where the path goes through another row: null where that row is missing.
 */
export function compileOne(guarded: GuardedQuery<BoundRows>, input: OneInput): Compiled {
  const holes: Hole[] = []
  const { tables, model, maxPageSize } = input
  const writer: Writer = { guarded, tables, holes, derive: derivedValue, namespace: model?.namespace, maxPageSize }
  const table = tableAt(guarded.query, 0)
  const { root, selection } = guarded.query
  // Where the path does not contain the row's own key, the answer includes the key.
  const own = propertyOf(table.set, table.set.key)
  const isOwn = root.key.length === 1 && root.key[0]?.property === own
  const plain = isOwn ? plainMembers(writer, input.wire, selection) : undefined
  if (plain) return compilePlain(writer, input, plain)
  const row = rowText(writer, input.wire, selection, readTables(writer))
  const origin = originText(writer, root)
  const conditions = write.conditionsText('where', stopConditions(writer, root))
  const version = table.set.etag === undefined ? 'null' : write.column(writer, 0, propertyOf(table.set, table.set.etag))
  const key = isOwn ? undefined : `${write.column(writer, 0, own)}::text as key`
  const shown = input.wire.omitsNulls ? 'json_strip_nulls(row_to_json("@r"))' : 'row_to_json("@r")'
  const read = readTables(writer)
  const weight = canBeHeavy(writer, selection, 1) ? weightText(writer, selection, read.property) : undefined
  const value = weighedText(`(select ${shown} from (select ${row}) "@r")::text`, weight)
  const one = `select ${value} as value, ${[`${version}::text as version`, key].filter((column) => column !== undefined).join(', ')} from ${sourceText(writer, 0)}${conditions}`
  const versions = input.versions && write.versionsText(writer, input.versions)
  const columns = [versions?.columns, 'o.value, o.version', key && 'o.key', origin?.column]
  const select = columns.filter((column) => column !== undefined).join(', ')
  const beside = versions?.from ?? '(select) "@v"'
  const source = `${beside} left join (${one}) o on true`
  const text = `${write.withText([origin?.query])}select ${select} from ${source}`
  return { text, holes, name: statementName(text) }
}

function compilePlain(writer: Writer, input: OneInput, plain: readonly PlainMember[]): Compiled {
  const { query } = writer.guarded as GuardedQuery<BoundRows>
  const { set } = tableAt(query, 0)
  const columns: string[] = []
  const placeOf = (text: string) => {
    const place = columns.indexOf(text)
    return place < 0 ? columns.push(text) - 1 : place
  }
  const key = propertyOf(set, set.key)
  placeOf(write.column(writer, 0, key))
  const members = jsonMembers(plain, readTables(writer), placeOf)
  const version = set.etag === undefined ? undefined : placeOf(write.column(writer, 0, propertyOf(set, set.etag)))
  const rows = `${columns.join(', ')} from ${sourceText(writer, 0)}${write.conditionsText('where', stopConditions(writer, query.root))}`
  const origin = originText(writer, query.root)
  const heads = origin ? [origin.column] : []
  const whole = plainText(writer, input.versions, { rows, columns: columns.length, heads })
  const text = write.withText([origin?.query]) + whole
  const json: JsonRows = { kind: 'one', columns: columns.length, members, version }
  return { text, holes: writer.holes, name: statementName(text), json }
}
