import { columnOf } from '#attributes/attribute.ts'
import { ApiFault } from '#platform/web/http.ts'
import { rebase, type Conflict } from '#records/rebase.ts'
import { readRecord, type RecordsTable } from '#records/web/records.client.ts'
import { patchRecord, type RecordPatch } from '#records/web/recordChanges.client.ts'
import { fieldValues, type RecordRow } from '#records/wire.ts'

export type Saved =
  | { readonly kind: 'saved'; readonly record: RecordRow; readonly mergedColumns: readonly string[] }
  | {
      readonly kind: 'conflict'
      readonly conflicts: readonly Conflict[]
      /** My other changes, which go with the choices. */
      readonly changes: RecordPatch
      readonly current: RecordRow
    }

const mostTries = 5

/**
 * Saves changes made on `base`. When someone was faster with other fields the changes are made anew on what the record
 * now is, and the answer names the fields of the others; with the same field, both values come back to choose from.
 */
export async function saveRecord(table: RecordsTable, base: RecordRow, changes: RecordPatch): Promise<Saved> {
  // What the system writes itself differs after every save.
  const fields = table.entity.fields.filter((field) => !('label' in field) || !field.readonly)
  const columns = fields.map(columnOf)
  const before = fieldValues(base, fields)
  const merged = new Set<string>()
  let current = base
  let wanted = changes
  for (let tries = 0; ; tries += 1) {
    try {
      const record = await patchRecord(table, base.id, wanted, current['@odata.etag'])
      return { kind: 'saved', record, mergedColumns: [...merged] }
    } catch (error) {
      if (!(error instanceof ApiFault) || error.code !== 'record.stale' || tries === mostTries) throw error
      current = await readRecord(table, base.id)
      const result = rebase(before, wanted, fieldValues(current, fields), columns)
      if (result.conflicts.length > 0) {
        return { kind: 'conflict', conflicts: result.conflicts, changes: result.changes, current }
      }
      for (const column of result.theirColumns) merged.add(column)
      wanted = result.changes
      if (Object.keys(wanted).length === 0) return { kind: 'saved', record: current, mergedColumns: [...merged] }
    }
  }
}
