import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { fieldReaders } from '#attributes/record.ts'
import type { WireValue } from '#attributes/type.ts'
import { ident, qualified } from '#platform/sql.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { commonColumns, commonText, copyRow } from '#records/exchange/server/import/copyText.ts'
import { manyIds } from '#records/exchange/server/import/manyIds.ts'
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
  const events = qualified(environment.schema, '_event')
  const audits = qualified(environment.schema, '_audit')
  const said = [at, entity.id, member.id, JSON.stringify(cause)]
  const toStored = storing(entity, columns)

  return async function write(transaction: Transaction, { rows, ids: given }: NewRows): Promise<readonly string[]> {
    if (rows.length === 0) return []
    const made = manyIds(rows.length, actor.now(), randomBytes)
    const ids = given ? made.map((id, index) => given[index] ?? id) : made
    let text = ''
    for (const [index, values] of rows.entries()) text += copyRow(ids[index] ?? '', common, toStored(values))
    await transaction.copyIn(copy, Readable.from([Buffer.from(text)]))
    await transaction.execute({
      text: `insert into ${events} (at, entity_id, by_id, cause, id, kind, after) values ($1, $2, $3, $4, $5, 'import', $6)`,
      values: [...said, newId(), `{"ids":["${ids.join('","')}"]}`],
    })
    if (!entity.auditable) return ids
    // docs/decisions/0006: one row a batch; the records keep time and person themselves.
    const changes = { count: ids.length, first: ids[0], last: ids.at(-1) }
    await transaction.execute({
      text: `insert into ${audits} (at, entity_id, by_id, cause, kind, request_id, changes) values ($1, $2, $3, $4, 'import', $5, $6)`,
      values: [...said, requestId, changes],
    })
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
