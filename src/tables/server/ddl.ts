import type { Model } from '#entities/model.ts'
import { fault } from '#faults/fault.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { violationOf } from '#platform/server/database/errors.ts'
import { stepsThrough } from '#tables/diff.ts'
import { createIndex, indexesOf } from '#tables/indexes.ts'
import { statementsOf, validateForeignKey, type TableStatement } from '#tables/sql.ts'
import { foreignKeyName } from '#tables/step.ts'

type Place = { readonly schema: string; readonly collation: string }

/** A step may read or write a whole table, in milliseconds. */
const longestStep = 60_000

/**
 * Leads the tables through the models of a plan. Every lock is waited for 50 ms at most: whoever calls tries the whole
 * transaction again when it fails with a `lock` violation, so that readers never queue behind us.
 */
export async function migrateTables(transaction: Transaction, place: Place, models: readonly Model[]): Promise<void> {
  const steps = stepsThrough(models)
  if (steps.length === 0) return
  await transaction.execute({ text: `set local lock_timeout = '50ms'` })
  await transaction.allow(longestStep)
  for (const step of steps) {
    for (const statement of statementsOf(place.schema, step)) await run(transaction, statement)
  }
  const made = new Set(steps.flatMap((step) => (step.kind === 'createTable' ? [step.entityId] : [])))
  const final = models.at(-1)
  for (const id of made) await finishTable(transaction, place, final, id)
}

/** Nobody uses a new table yet, so its indexes need not wait until after the commit. */
async function finishTable(
  transaction: Transaction,
  { schema, collation }: Place,
  model: Model | undefined,
  id: string,
): Promise<void> {
  const entity = model?.entities.get(id)
  if (!entity) return
  for (const index of indexesOf(entity, collation)) await run(transaction, { text: createIndex(schema, index) })
  for (const { id: attributeId, type } of entity.attributes) {
    if (type === 'N:1')
      await run(transaction, { text: validateForeignKey(schema, entity.uri, foreignKeyName(attributeId)) })
  }
}

async function run(transaction: Transaction, { text, refuseRows }: TableStatement): Promise<void> {
  const found = await transaction.query({ text }).catch(refuseByData)
  if (refuseRows && found.length > 0) throw fault(refuseRows)
}

/** What stored values forbid: a unique index over duplicates, a number with too many digits. */
function refuseByData(error: unknown): never {
  const kind = violationOf(error)?.kind
  if (kind === 'unique') throw fault('attribute.duplicates')
  if (kind === 'value') throw fault('attribute.narrowed')
  throw error
}
