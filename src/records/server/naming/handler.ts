import { jobCause } from '#environments/cause.ts'
import { columnOf } from '#attributes/attribute.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { systemAttributes } from '#entities/system.ts'
import { fault } from '#faults/fault.ts'
import type { JobHandler, JobTools } from '#jobs/server/jobs.ts'
import type { ListRow } from '#odata/page.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { ident, qualified } from '#platform/sql.ts'
import { nameText, namingPlan, type NamingPlan } from '#records/naming.ts'
import { engineOf, guardsOf } from '#records/server/engines.ts'
import { onFreshModel } from '#records/server/freshModel.ts'
import { createChanger } from '#records/exchange/server/import/change.ts'
import type { NamingJob } from '#records/server/naming/renaming.ts'
import type { WorkContext, WorkDeps } from '#records/server/work/deps.ts'
import type { Service } from '#records/odataModel.ts'

const chunk = 200

type Memory = { readonly after?: string; readonly done?: number; readonly seen?: number }
type Named = { readonly id: string; readonly name: string | null }

/**
 * The job `naming`: gives records the names that their entity's naming rule yields, each with its event, so that
 * history shows former names. Records with the right name are not touched. After a crash the job continues where it
 * stopped.
 */
export function namingHandler(deps: WorkDeps): JobHandler {
  return {
    async run(job, tools) {
      const { entity_id, since } = job.data as NamingJob
      const context = await deps.contextOf(tools.environment, job.by_id, jobCause('bulk', job.id, job.cause))
      let { after, done = 0, seen = 0 } = job.memory as Memory
      const total = await countOf(context, entity_id, since)
      for (;;) {
        tools.signal.throwIfAborted()
        tools.progress({ done: Math.min(seen, total), total, phase: 'naming' })
        const turn = await nameChunk(context, deps, { entity_id, since, after }, tools, { done, seen })
        if (!turn) return { done, refused: 0, entity_id }
        ;({ after, done, seen } = turn)
      }
    },
  }
}

type Place = { readonly entity_id: string; readonly since: string | undefined; readonly after: string | undefined }
type Turn = { readonly after: string; readonly done: number; readonly seen: number }

/** Names the next records. Undefined when no records are left, or when the entity no longer has a naming rule. */
async function nameChunk(
  asked: WorkContext,
  deps: WorkDeps,
  place: Place,
  tools: JobTools,
  { done, seen }: Omit<Turn, 'after'>,
): Promise<Turn | undefined> {
  const { database, environment } = asked
  await asked.models.fresh(environment)
  return onFreshModel(asked, (model, service, context) =>
    database.transaction(async (transaction) => {
      const entity = model.entities.get(place.entity_id)
      const plan = entity && namingPlan(model, entity)
      if (!entity || !plan) return undefined
      const rows = await lockNext(transaction, environment.schema, entity, plan, place)
      const last = rows.at(-1)
      if (!last) return undefined
      const named =
        plan.formulas.length === 0 ? rows : await reckoned({ context, deps, model, service, transaction }, entity, rows)
      const count = await writeNames(context, entity, transaction, named, plan)
      const turn = { after: last.id, done: done + count, seen: seen + rows.length }
      await tools.remember(turn, transaction)
      return turn
    }),
  )
}

type Row = { readonly id: string; readonly value: string | null }

/** The next records, locked: a concurrent change of one of them waits and then assigns the name itself. */
async function lockNext(
  transaction: Transaction,
  schema: string,
  entity: EntityDefinition,
  { attribute, formulas }: NamingPlan,
  { after, since }: Place,
): Promise<readonly Row[]> {
  const value = formulas.length === 0 ? `${ident(columnOf(attribute))}::text` : 'null'
  return transaction.query<Row>({
    text: `select id, ${value} as value from ${qualified(schema, entity.uri)}
      where ($1::uuid is null or id > $1) and ($2::timestamptz is null or updated_on >= $2)
      order by id limit ${chunk} for no key update`,
    values: [after ?? null, since ?? null],
  })
}

type Reading = {
  readonly context: WorkContext
  readonly deps: WorkDeps
  readonly model: Model
  readonly service: Service
  readonly transaction: Transaction
}

/** The values of the formula that yields the names. */
async function reckoned(
  { context, deps, model, service, transaction }: Reading,
  entity: EntityDefinition,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const column = entity.attributes.find(({ id }) => id === entity.naming)?.uri ?? ''
  const engine = engineOf(context.environment, service, deps.secret)
  const query = `$select=id,${column}&$filter=id in (${rows.map(({ id }) => id).join(',')})&$top=${chunk}`
  const asked = { guards: guardsOf(context, { model, service }), wire: { numbersAsText: true }, maxPageSize: chunk }
  const [answer] = await transaction.query<ListRow>(engine.list(entity.uri, encodeURI(query), asked).statement)
  if (!answer) throw fault('server.internal')
  const found = JSON.parse(answer.value) as readonly Readonly<Record<string, string | null>>[]
  return found.map((row) => ({ id: row['id'] ?? '', value: row[column] ?? null }))
}

async function writeNames(
  context: WorkContext,
  entity: EntityDefinition,
  transaction: Transaction,
  rows: readonly Row[],
  { attribute }: NamingPlan,
): Promise<number> {
  const field = systemAttributes.find(({ uri }) => uri === 'name')
  if (!field) throw fault('server.internal')
  const named = rows.map(({ id, value }): Named => ({ id, name: nameText(attribute, value) }))
  const change = createChanger(context, entity, [{ field, column: 'name', source: 0 }])
  return change(transaction, { ids: named.map(({ id }) => id), rows: named.map(({ name }) => [name]) })
}

async function countOf({ database, environment, models }: WorkContext, entityId: string, since: string | undefined) {
  const entity = (await models.fresh(environment)).entities.get(entityId)
  if (!entity) return 0
  const [row] = await database.query<{ count: number }>({
    text: `select count(*)::int as count from ${qualified(environment.schema, entity.uri)}
      where $1::timestamptz is null or updated_on >= $1`,
    values: [since ?? null],
  })
  return row?.count ?? 0
}
