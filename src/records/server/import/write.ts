import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { ident, qualified } from '#platform/sql.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { commonColumns, commonText, copyRow } from '#records/server/import/copyText.ts'
import type { Batch } from '#records/server/import/batches.ts'
import { manyIds } from '#records/server/import/manyIds.ts'
import type { ImportActor } from '#records/server/import/deps.ts'
import type { ImportField } from '#records/import/rowReader.ts'

/** Writes batches of records of one import, each with its event and, where the entity is auditable, its audit row. */
export function createWriter(actor: ImportActor, entity: EntityDefinition, fields: readonly ImportField[]) {
  const { environment, member, cause, requestId, newId } = actor
  const at = actor.now()
  const common = commonText({ at, byId: member.id, ownerId: member.id, unitId: member.unitId })
  const columns = [...commonColumns, ...fields.map(({ column }) => column)].map(ident).join(', ')
  const copy = `copy ${qualified(environment.schema, entity.uri)} (${columns}) from stdin`
  const events = qualified(environment.schema, '_event')
  const audits = qualified(environment.schema, '_audit')
  const said = [at, entity.id, member.id, JSON.stringify(cause)]

  return async function write(transaction: Transaction, { rows }: Batch): Promise<void> {
    if (rows.length === 0) return
    const ids = manyIds(rows.length, actor.now(), randomBytes)
    let text = ''
    for (const [index, values] of rows.entries()) text += copyRow(ids[index] ?? '', common, values)
    await transaction.copyIn(copy, Readable.from([Buffer.from(text)]))
    await transaction.execute({
      text: `insert into ${events} (at, entity_id, by_id, cause, id, kind, after) values ($1, $2, $3, $4, $5, 'import', $6)`,
      values: [...said, newId(), `{"ids":["${ids.join('","')}"]}`],
    })
    if (!entity.auditable) return
    // docs/decisions/0006: one row a batch; the records keep time and person themselves.
    const changes = { count: ids.length, first: ids[0], last: ids.at(-1) }
    await transaction.execute({
      text: `insert into ${audits} (at, entity_id, by_id, cause, kind, request_id, changes) values ($1, $2, $3, $4, 'import', $5, $6)`,
      values: [...said, requestId, changes],
    })
  }
}
