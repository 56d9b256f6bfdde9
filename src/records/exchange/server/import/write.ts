import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { fieldReaders } from '#attributes/record.ts'
import type { WireValue } from '#attributes/type.ts'
import { ident, qualified } from '#platform/sql.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { commonColumns, commonText, copyRow } from '#records/exchange/server/import/copyText.ts'
import { manyIds } from '#records/exchange/server/import/manyIds.ts'
import { writeBatchEvent } from '#records/server/events/eventWriter.ts'
import type { ImportActor } from '#records/exchange/server/import/deps.ts'

/** New rows, each with the values of the writer's columns; `ids` where the file gives them. */
export type NewRows = { readonly rows: readonly WireValue[][]; readonly ids?: readonly (string | null)[] }

/**
 * Writes batches of new records of one import, each with its event and, where the entity is auditable, its audit row.
 * Answers their ids.
 */
export function createWriter(actor: ImportActor, entity: EntityDefinition, columns: readonly string[]) {
  const { environment, member, cause, requestId, newId } = actor
  const at = actor.now()
  const common = commonText({ at, byId: member.id, ownerId: member.id, unitId: member.unitId })
  const names = [...commonColumns, ...columns].map(ident).join(', ')
  const copy = `copy ${qualified(environment.schema, entity.uri)} (${names}) from stdin`
  const author = { at, byId: member.id, cause, requestId, newId }
  const toStored = storing(entity, columns)

  return async function write(transaction: Transaction, { rows, ids: given }: NewRows): Promise<readonly string[]> {
    if (rows.length === 0) return []
    const made = manyIds(rows.length, actor.now(), randomBytes)
    const ids = given ? made.map((id, index) => given[index] ?? id) : made
    let text = ''
    for (const [index, values] of rows.entries()) text += copyRow(ids[index] ?? '', common, toStored(values))
    await transaction.copyIn(copy, Readable.from([Buffer.from(text)]))
    await writeBatchEvent(transaction, environment.schema, entity, author, { kind: 'create', ids })
    return ids
  }
}

/** Values as their columns take them; most columns take what travels on the wire. */
export function storing(
  entity: EntityDefinition,
  columns: readonly string[],
): (values: readonly WireValue[]) => readonly WireValue[] {
  const readers = fieldReaders(entity)
  const changed = columns.map((column) => readers.get(column)?.stored)
  if (changed.every((stored) => stored === undefined)) return (values) => values
  return (values) => values.map((value, at) => changed[at]?.(value) ?? value)
}
