import type { Model } from '#entities/model.ts'
import { fault } from '#faults/fault.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { violationOf } from '#platform/server/database/errors.ts'
import { stepsThrough } from '#tables/diff.ts'
import { createIndex, indexesOf } from '#tables/indexes.ts'
import { statementsOf, validateForeignKey, type TableStatement } from '#tables/sql.ts'
import { swapStatements } from '#tables/conversion/statements.ts'
import { foreignKeyName, hex } from '#tables/step.ts'
import { together } from '#tables/together.ts'

type Place = { readonly schema: string; readonly collation: string }

/** A step may read or write a whole table, in milliseconds. */
const longestStep = 60_000

/**
 * Leads the tables through the models of a plan. Every lock is waited for 50 ms at most: whoever calls tries the whole
 * transaction again when it fails with a `lock` violation, so that readers never queue behind us.
 */
export async function migrateTables(
  transaction: Transaction,
  place: Place,
  models: readonly Model[],
  isPrepared: boolean,
): Promise<void> {
  const steps = stepsThrough(models)
  if (steps.length === 0) return
  let filling = await fillingAttributes(transaction, place.schema)
  await transaction.execute({ text: `set local lock_timeout = '50ms'` })
  await transaction.allow(longestStep)
  for (const step of together(steps)) {
    const own = isPrepared && step.kind === 'convertColumn' ? hex(step.is.id) : undefined
    const isFilled = filling.some(({ id }) => id === own)
    if (isFilled) filling = filling.filter(({ id }) => id !== own)
    if (!isFilled) refuseFilling(step, filling)
    const statements =
      isFilled && step.kind === 'convertColumn' ? swapStatements(place.schema, step) : statementsOf(place.schema, step)
    for (const statement of statements) await run(transaction, statement)
  }
  const made = new Set(steps.flatMap((step) => (step.kind === 'createTable' ? [step.entityId] : [])))
  const final = models.at(-1)
  for (const id of made) await finishTable(transaction, place, final, id)
}

type Filling = { readonly id: string; readonly table: string }

/** The attributes whose next column is being filled, by the hex of their ids. */
async function fillingAttributes(transaction: Transaction, schema: string): Promise<Filling[]> {
  return transaction.query<Filling>({
    text: `select substring(t.tgname from 7) as id, c.relname as table from pg_trigger t
      join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = $1 and starts_with(t.tgname, '_fill_')`,
    values: [schema],
  })
}

/** Nothing may happen to a column, or its table, while every writer fills the one that is to take its place. */
function refuseFilling(step: ReturnType<typeof together>[number], filling: readonly Filling[]): void {
  const attributeId = step.kind === 'convertColumn' ? step.is.id : 'attributeId' in step ? step.attributeId : ''
  const meets = filling.some(
    ({ id, table }) => id === hex(attributeId) || (step.kind === 'dropTableAside' && table === step.table),
  )
  if (meets) throw fault('attribute.filling')
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
