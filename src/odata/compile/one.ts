import { tableAt } from '#odata/bind/scope.ts'
import { valueTypeOf } from '#odata/bind/types.ts'
import { statementName } from '#odata/compile/hash.ts'
import { readTables, rowText } from '#odata/compile/rows.ts'
import { sourceText } from '#odata/compile/source.ts'
import type { Compiled, Hole, Versions } from '#odata/compile/statement.ts'
import * as write from '#odata/compile/writer.ts'
import type { Wire, Writer } from '#odata/compile/writer.ts'
import type { GuardedQuery } from '#odata/guard.ts'
import { propertyOf, type TableMap } from '#odata/model.ts'

export type OneInput = { readonly tables: TableMap; readonly wire: Wire; readonly versions?: Versions | undefined }

/** A row by its key: the versions' columns, `value` (JSON text, null where there is no such row to read) and `version`. */
export function compileOne(guarded: GuardedQuery, input: OneInput): Compiled {
  const holes: Hole[] = []
  const writer: Writer = { guarded, tables: input.tables, holes }
  const table = tableAt(guarded.query, 0)
  const row = rowText(writer, input.wire, guarded.query.selection, readTables(writer))
  const key = propertyOf(table.set, table.set.key)
  const equals = `${write.column(writer, 0, key)} = ${write.parameter(writer, { from: 'key' })}::${valueTypeOf(key.type)}`
  const conditions = write.conditionsText('where', [equals, write.guardText(writer, 0)])
  const version = table.set.etag === undefined ? 'null' : write.column(writer, 0, propertyOf(table.set, table.set.etag))
  const one = `select (select row_to_json("@r") from (select ${row}) "@r")::text as value, ${version}::text as version from ${sourceText(writer, 0)}${conditions}`
  const versions = input.versions && write.versionsText(writer, input.versions)
  const text = versions
    ? `select ${versions.columns}, o.value, o.version from ${versions.from} left join (${one}) o on true`
    : one
  return { text, holes, name: statementName(text) }
}
