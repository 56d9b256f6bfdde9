import type { EntityDefinition } from '#entities/entity.ts'
import type { Executor } from '#platform/server/database/database.ts'
import { qualified } from '#platform/sql.ts'
import type { ImportField, RowProblem } from '#records/exchange/import/rowReader.ts'
import { rejectRows, type Batch } from '#records/exchange/server/import/batches.ts'
import type { ImportActor } from '#records/exchange/server/import/deps.ts'

/** Refuses rows that would put a record out of use or back into it, as any other write of the actor would be refused. */
export type Statuses = { find(executor: Executor, batch: Batch): Promise<Batch> }

/** Product ruling 2.2; nothing where the file says nothing of it, or where the actor may. */
export function createStatuses(
  { member, environment }: ImportActor,
  entity: EntityDefinition,
  fields: readonly ImportField[],
  exists: boolean,
): Statuses | undefined {
  const place = fields.findIndex(({ column, source }) => column === 'status' && source !== null)
  if (place < 0 || member.heldRights.activities.has('disable-records')) return undefined

  return {
    async find(executor, batch) {
      const held = exists ? await heldStatuses(executor, batch) : new Map<string, string>()
      const problems = new Map<number, RowProblem>()
      const column = fields[place]?.source ?? null
      for (const [at, row] of batch.rows.entries()) {
        const [status, before] = [row[place] ?? null, held.get(batch.own[at] ?? '') ?? 'active']
        if (status === before || ![status, before].includes('disabled')) continue
        const cell = column === null ? null : (batch.cells[at]?.[column] ?? null)
        problems.set(at, { column, cell, problem: { code: 'request.forbidden' } })
      }
      return rejectRows(batch, problems)
    },
  }

  async function heldStatuses(executor: Executor, { own }: Batch): Promise<ReadonlyMap<string, string>> {
    const rows = await executor.query<{ id: string; status: string }>({
      text: `select id, status from ${qualified(environment.schema, entity.uri)} where id = any($1::uuid[])`,
      values: [own.filter((id) => id !== null)],
    })
    return new Map(rows.map(({ id, status }) => [id, status]))
  }
}
