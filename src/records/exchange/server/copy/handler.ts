import { randomBytes } from 'node:crypto'
import { isOfFiles, columnOf, isStored, type Attribute } from '#attributes/attribute.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { jobCause } from '#environments/cause.ts'
import { memberAt } from '#environments/server/environments.ts'
import { fault } from '#faults/fault.ts'
import type { JobHandler, JobTools } from '#jobs/server/jobs.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { ident, qualified } from '#platform/sql.ts'
import { copyFiles } from '#records/exchange/server/copy/files.ts'
import { refuseReader, type CopyJob } from '#records/exchange/server/copy/copying.ts'
import { holdDefinitions } from '#records/exchange/server/import/load.ts'
import { manyIds } from '#records/exchange/server/import/manyIds.ts'
import { writeBatchEvent } from '#records/server/events/eventWriter.ts'
import type { WorkContext, WorkDeps } from '#records/server/work/deps.ts'

/** Product ruling 6.15: one event for up to 5,000 rows. */
const chunk = 5000

export type CopyDeps = WorkDeps & {
  /** Told of the table that records were copied into. */
  readonly copied: (context: WorkContext, table: string) => void
}

/**
 * The job `copyrecords`: a copy of a table gets the records of its source, all of them or none. Lookups lead where they led,
 * those among the records themselves to the copies; files are copied with the records that name them.
 */
export function copyHandler(deps: CopyDeps): JobHandler {
  return {
    async run(job, tools) {
      const { source_id, entity_id } = job.data as CopyJob
      const context = await deps.contextOf(tools.environment, job.by_id, jobCause('bulk', job.id, job.cause))
      const model = await context.models.fresh(context.environment)
      const [source, copy] = [model.entities.get(source_id), model.entities.get(entity_id)]
      if (!source || !copy) throw fault('definition.unknown')
      refuseReader(await memberAt(context, model), source, model)
      const result = await context.database.transaction(async (transaction) => {
        await holdDefinitions(transaction, context.environment.schema, copy.uri, model)
        const done = await copyAll({ context, transaction, tools, source, copy })
        const outcome = { done, refused: 0, entity_id: copy.id }
        await tools.succeed(transaction, outcome)
        return outcome
      })
      deps.copied(context, copy.uri)
      return result
    },
  }
}

type Copying = {
  readonly context: WorkContext
  readonly transaction: Transaction
  readonly tools: JobTools
  readonly source: EntityDefinition
  readonly copy: EntityDefinition
}

const pairs = '"_copied"'

async function copyAll(copying: Copying): Promise<number> {
  const { context, transaction, tools, source, copy } = copying
  const { schema } = context.environment
  const table = qualified(schema, source.uri)
  const [counted] = await transaction.query<{ count: number }>({ text: `select count(*)::int as count from ${table}` })
  const total = counted?.count ?? 0
  await transaction.execute({
    text: `create temporary table ${pairs} (old uuid primary key, new uuid not null) on commit drop`,
  })
  let [after, done]: [string | null, number] = [null, 0]
  for (;;) {
    tools.signal.throwIfAborted()
    tools.progress({ done, total, phase: 'rows' })
    const rows: readonly { id: string }[] = await transaction.query<{ id: string }>({
      text: `select id from ${table} where $1::uuid is null or id > $1 order by id limit ${chunk}`,
      values: [after],
    })
    const last = rows.at(-1)
    if (!last) break
    await copyChunk(
      copying,
      rows.map(({ id }) => id),
    )
    after = last.id
    done += rows.length
  }
  for (const lookup of ownLookups(copy)) await relink(transaction, schema, source, copy, lookup)
  await goOnCounting(transaction, schema, source, copy)
  return done
}

async function copyChunk({ context, transaction, source, copy }: Copying, olds: readonly string[]): Promise<void> {
  const { environment, member, cause, requestId, newId } = context
  const { schema } = environment
  const at = context.now()
  const news = manyIds(olds.length, at, randomBytes)
  await transaction.execute({
    text: `insert into ${pairs} (old, new) select * from unnest($1::uuid[], $2::uuid[])`,
    values: [olds, news],
  })
  const columns = ['name', 'status', 'owner_id', 'owning_unit_id', ...copiedColumns(source, copy)].map(ident)
  const stamps = ['created_on', 'created_by_id', 'updated_on', 'updated_by_id'].map(ident)
  await transaction.execute({
    text: `insert into ${qualified(schema, copy.uri)} (id, version, ${[...stamps, ...columns].join(', ')})
      select p.new, 1, $2, $3, $2, $3, ${columns.map((column) => `s.${column}`).join(', ')}
      from unnest($1::uuid[]) o(id) join ${pairs} p on p.old = o.id join ${qualified(schema, source.uri)} s on s.id = o.id`,
    values: [olds, at, member.id],
  })
  await copyFiles({ context, transaction, source, copy, pairs }, olds)
  const author = { at, byId: member.id, cause, requestId, newId }
  await writeBatchEvent(transaction, schema, copy, author, { kind: 'create', ids: news })
}

/** Columns that both have, but for files, of which each record has its own, and links among the copies. */
function copiedColumns(source: EntityDefinition, copy: EntityDefinition): string[] {
  const own = new Set(ownLookups(copy).map(({ uri }) => uri))
  const known = new Set(source.attributes.filter(isStored).map(({ uri, type }) => `${type} ${uri}`))
  return copy.attributes
    .filter(({ uri, type }) => known.has(`${type} ${uri}`) && !isOfFiles({ type }) && !own.has(uri))
    .map(columnOf)
}

function ownLookups({ id, attributes }: EntityDefinition): readonly Attribute[] {
  return attributes.filter(({ type, related_entity }) => type === 'N:1' && related_entity === id)
}

/** Records that pointed to each other point to each other's copies. */
async function relink(
  transaction: Transaction,
  schema: string,
  source: EntityDefinition,
  copy: EntityDefinition,
  lookup: Attribute,
): Promise<void> {
  const column = ident(columnOf(lookup))
  await transaction.execute({
    text: `update ${qualified(schema, copy.uri)} c set ${column} = t.new
      from ${pairs} p join ${qualified(schema, source.uri)} s on s.id = p.old join ${pairs} t on t.old = s.${column}
      where c.id = p.new`,
  })
}

/** The next number of the copy is none of those that came along. */
async function goOnCounting(
  transaction: Transaction,
  schema: string,
  source: EntityDefinition,
  copy: EntityDefinition,
): Promise<void> {
  const counter = qualified(schema, '_counter')
  for (const { id, uri, type } of copy.attributes) {
    const former = source.attributes.find((each) => each.uri === uri && each.type === 'autonumber')
    if (type !== 'autonumber' || !former) continue
    await transaction.execute({
      text: `insert into ${counter} as c (attribute_id, next) select $1, next from ${counter} where attribute_id = $2
        on conflict (attribute_id) do update set next = greatest(c.next, excluded.next)`,
      values: [id, former.id],
    })
  }
}
