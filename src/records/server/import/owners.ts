import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { principalTarget } from '#entities/system.ts'
import type { FaultCode } from '#faults/catalogue.ts'
import type { Executor } from '#platform/server/database/database.ts'
import { qualified } from '#platform/sql.ts'
import type { ImportField, RowProblem } from '#records/import/rowReader.ts'
import { rejectRows, type Batch } from '#records/server/import/batches.ts'
import type { ImportActor } from '#records/server/import/deps.ts'
import { readsText } from '#records/server/rights.ts'
import { holdsFor, reachOf } from '#security/reach.ts'

/** Refuses rows by which the actor would give a record an owner or a status that any other write would not let through. */
export type Owners = { find(executor: Executor, batch: Batch): Promise<Batch> }

type Held = { readonly id: string; readonly owner_id: string; readonly status: string }
type Principal = { readonly id: string; readonly unit_id: string; readonly reads: boolean }

/**
 * The rights that depend on values (product rulings 2.2 and 2.3): who becomes the owner, and who puts a record out of use.
 * Nothing where the file brings neither; then the actor is the owner, which any scope of create allows.
 */
export function createOwners(
  actor: ImportActor,
  model: Model,
  entity: EntityDefinition,
  fields: readonly ImportField[],
  exists: boolean,
): Owners | undefined {
  const given = (name: string) => fields.findIndex(({ column, source }) => column === name && source !== null)
  const [ownerAt, statusAt] = [given('owner_id'), given('status')]
  const { member, environment } = actor
  const mayDisable = member.holdings.activities.has('disable-records')
  if (member.administrator || (ownerAt < 0 && (statusAt < 0 || mayDisable))) return undefined
  const reach = reachOf(member, 'create', entity, model)
  const { schema } = environment

  return {
    async find(executor, batch) {
      const held = exists ? await heldRows(executor, batch) : new Map<string, Held>()
      const principals = ownerAt < 0 ? new Map<string, Principal>() : await principalsOf(executor, batch)
      const problems = new Map<number, RowProblem>()
      const reject = (at: number, place: number, code: FaultCode) => {
        const source = fields[place]?.source ?? null
        const cell = source === null ? null : (batch.cells[at]?.[source] ?? null)
        problems.set(at, { column: source, cell, problem: { code } })
      }
      for (const [at, row] of batch.rows.entries()) {
        const before = held.get(batch.own[at] ?? '')
        const owner = principals.get(String(row[ownerAt] ?? ''))
        if (owner && owner.id !== before?.owner_id) {
          if (!covers(owner)) reject(at, ownerAt, 'request.forbidden')
          else if (before && !owner.reads) reject(at, ownerAt, 'record.ownerUnfit')
        }
        const status = row[statusAt] ?? null
        const isPut = status !== (before?.status ?? 'active') && [status, before?.status].includes('disabled')
        if (statusAt >= 0 && !mayDisable && isPut && !problems.has(at)) reject(at, statusAt, 'request.forbidden')
      }
      return rejectRows(batch, problems)
    },
  }

  function covers({ id, unit_id }: Principal): boolean {
    if (reach === null) return true
    if (reach === 'none' || 'ends' in reach) return false
    return reach.grounds.some((ground) => ground.kind !== 'share' && holdsFor(ground, { ownerId: id, unitId: unit_id }))
  }

  async function heldRows(executor: Executor, { own }: Batch): Promise<ReadonlyMap<string, Held>> {
    const rows = await executor.query<Held>({
      text: `select id, owner_id, status from ${qualified(schema, entity.uri)} where id = any($1::uuid[])`,
      values: [own.filter((id) => id !== null)],
    })
    return new Map(rows.map((row) => [row.id, row]))
  }

  async function principalsOf(executor: Executor, { rows }: Batch): Promise<ReadonlyMap<string, Principal>> {
    const ids = new Set(rows.map((row) => row[ownerAt]).filter((id) => typeof id === 'string'))
    const reads = readsText(schema, entity, { parts: ['p.id'], values: [] }).parts.join('')
    const found = await executor.query<Principal>({
      text: `select p.id, p.unit_id, ${reads} as reads from ${qualified(schema, principalTarget)} p where p.id = any($1::uuid[])`,
      values: [[...ids]],
    })
    return new Map(found.map((row) => [row.id, row]))
  }
}
