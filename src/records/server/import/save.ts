import { manyNumbers, numberedFields } from '#records/server/numbering.ts'
import { columnOf } from '#attributes/attribute.ts'
import type { WireValue } from '#attributes/type.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { ImportField } from '#records/import/rowReader.ts'
import type { Batch } from '#records/server/import/batches.ts'
import { createChanger } from '#records/server/import/change.ts'
import type { ImportActor } from '#records/server/import/deps.ts'
import { createWriter } from '#records/server/import/write.ts'

export type Saved = { readonly updated: number; readonly same: number }

/** Saves batches: rows that mean a record change it, all others become records, with numbers where the system gives them. */
export function createSaver(actor: ImportActor, entity: EntityDefinition, fields: readonly ImportField[]) {
  const idAt = fields.findIndex(({ column }) => column === 'id')
  const columns = fields.map(({ column }) => column).filter((column) => column !== 'id')
  const numbered = numberedFields(entity).map((field) => ({ field, at: columns.indexOf(columnOf(field)) }))
  const unnamed = numbered.filter(({ at }) => at < 0).map(({ field }) => columnOf(field))
  const write = createWriter(actor, entity, [...columns, ...unnamed])
  const change = createChanger(actor, entity, fields)

  return async function save(transaction: Transaction, { rows, own }: Batch): Promise<Saved> {
    const fresh = rows.filter((_row, at) => own[at] === null)
    const known = rows.filter((_row, at) => own[at] !== null)
    if (fresh.length > 0) {
      const ids = idAt < 0 ? undefined : fresh.map((row) => (typeof row[idAt] === 'string' ? row[idAt] : null))
      const values = idAt < 0 ? fresh : fresh.map((row) => row.toSpliced(idAt, 1))
      const whole = numbered.length === 0 ? values : await withNumbers(transaction, values)
      await write(transaction, ids ? { rows: whole, ids } : { rows: whole })
    }
    const ids = own.filter((id) => id !== null)
    const updated = await change(transaction, { ids, rows: known })
    return { updated, same: known.length - updated }
  }

  /** Numbers that the file gives are kept; the others are drawn for all rows at once. */
  async function withNumbers(transaction: Transaction, rows: readonly WireValue[][]): Promise<WireValue[][]> {
    const whole = rows.map((row) => [...row])
    for (const { field, at } of numbered) {
      const open = whole.filter((row) => at < 0 || row[at] === null)
      const options = { count: open.length, now: actor.now() }
      const numbers = open.length === 0 ? [] : await manyNumbers(transaction, actor.environment.schema, field, options)
      for (const [index, row] of open.entries()) {
        const number = numbers[index] ?? null
        if (at < 0) row.push(number)
        else row[at] = number
      }
    }
    return whole
  }
}
