import { columnOf } from '#attributes/attribute.ts'
import { Fault, fault } from '#faults/fault.ts'
import { causeKey, type Cause } from '#environments/cause.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { lookupsTo, type Model } from '#entities/model.ts'
import type { NamesOf } from '#environments/server/environments.ts'
import { literal, qualified } from '#platform/sql.ts'
import {
  trashDays,
  type RestoreResult,
  type RestoreWish,
  type TrashItem,
  type TrashPage,
} from '#records/history/trash.ts'
import type { TroubleRecord } from '#records/work.ts'
import { currentSnapshot, entityAtHand, rowPredicate, lockedRowText } from '#records/server/currentSnapshot.ts'
import type { RecordsContext } from '#records/server/freshModel.ts'
import { keptFulfils } from '#records/history/server/trash/trashSnapshot.ts'
import { restoreRecord } from '#records/history/server/trash/restore.ts'

export type TrashContext = RecordsContext & { readonly namesOf: NamesOf }

const pageSize = 100
const day = 24 * 60 * 60 * 1000

type Row = {
  readonly id: string
  readonly name: string | null
  readonly deleted_on: Date
  readonly deleted_by_id: string | null
  readonly cause: Cause
  readonly children: number
}

/** The entity of an id, as it now is for the member. Fault: `definition.unknown`. */
export async function entityOfId(context: RecordsContext, id: string): Promise<EntityDefinition> {
  return entityAtHand(await currentSnapshot(context), id)
}

/**
 * The deleted records of an entity that the member may read, the last deleted first. `search` is a part of the name or of
 * the name of who deleted it; `after` is where the page before ended.
 */
export async function listTrash(
  asked: TrashContext,
  entityId: string,
  { search = '', after }: { readonly search?: string | undefined; readonly after?: string | undefined },
): Promise<TrashPage> {
  const { context, model, whole } = await currentSnapshot(asked)
  const { database, environment, namesOf } = context
  const { schema } = environment
  const entity = entityAtHand({ model }, entityId)
  const [since, last] = (after ?? '').split('_')
  const further = keptFulfils(schema, entity, 'd.record', rowPredicate(context, whole, 'read', entity), 5)
  const children = childCount(context, { model, whole }, entity, 5 + further.values.length)
  const rows = await database.query<Row>({
    text: `select d.id, d.record->>'name' as name, d.deleted_on, d.deleted_by_id, d.cause,
        ${children.text} as children
      from ${qualified(schema, '_trash')} d
      where d.entity_id = $1
        and ($2::timestamptz is null or (d.deleted_on, d.id) < ($2::timestamptz, $3::uuid))
        and ($4 = '' or position(lower($4) in lower(d.record->>'name')) > 0
          or exists (select 1 from ${qualified(schema, '_principal')} p
            where p.id = d.deleted_by_id and position(lower($4) in lower(p.name)) > 0))
        and ${further.text}
      order by d.deleted_on desc, d.id desc limit ${pageSize + 1}`,
    values: [entityId, since || null, last ?? null, search.trim(), ...further.values, ...children.values],
  })
  const page = rows.slice(0, pageSize)
  const names = await namesOf(
    database,
    schema,
    page.flatMap(({ deleted_by_id }) => deleted_by_id ?? []),
  )
  const end = rows.length > pageSize ? page.at(-1) : undefined
  return {
    value: page.map((row) => itemOf(row, names)),
    next: end ? `${end.deleted_on.toISOString()}_${end.id}` : null,
  }
}

/**
 * Takes records out of the trash, each by itself; those that cannot come back are told with every problem. With `children`
 * also what was deleted by the same cause because it links to them.
 */
export async function restoreFromTrash(
  context: RecordsContext,
  entityId: string,
  { ids, values, unfit = 'refused', children = false }: RestoreWish,
): Promise<RestoreResult> {
  const entity = await entityOfId(context, entityId)
  if (values && ids.length > 1) throw fault('request.malformed')
  const causes = children ? await causesOf(context, entityId, ids) : new Map<string, string>()
  const restored: string[] = []
  const refused: TroubleRecord[] = []
  let more = 0
  for (const id of ids) {
    const trouble = await tried(context, entity, id, () => restoreRecord(context, entity.uri, id, { values, unfit }))
    if (trouble) refused.push(trouble)
    else restored.push(id)
    const cause = causes.get(id)
    if (!trouble && cause !== undefined) more += await restoreChildren(context, entity, id, cause, unfit, refused)
  }
  return { restored, children: more, refused }
}

/** Deletes records of the trash for good, which only administrators do. Answers how many there were. */
export async function purgeFromTrash(
  context: RecordsContext,
  entityId: string,
  ids: readonly string[],
): Promise<number> {
  const { database, environment, member, caller, cause, requestId, now } = context
  await entityOfId(context, entityId)
  if (!member.administrator) throw fault('trash.purgeForbidden')
  return database.execute({
    text: `with gone as (
        delete from ${qualified(environment.schema, '_trash')} where entity_id = $1 and id = any($2::uuid[]) returning id, record
      ), unshared as (
        delete from ${qualified(environment.schema, '_share')} where entity_id = $1 and record_id in (select id from gone)
      )
      insert into ${qualified(environment.schema, '_audit')} (at, entity_id, record_id, kind, by_id, cause, request_id, changes)
      select $3, $1, id, 'purge', $4, $5, $6, jsonb_build_object('name', record->>'name') from gone`,
    values: [entityId, ids, now(), caller.userId, JSON.stringify(cause), requestId],
  })
}

/** Runs work on one record of many: undefined when it is done, otherwise why it could not be. Errors of ours go on. */
export async function tried(
  context: RecordsContext,
  entity: EntityDefinition,
  id: string,
  work: () => Promise<unknown>,
): Promise<TroubleRecord | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (!(error instanceof Fault) || error.status >= 500) throw error
    const { code, target, parameters } = error
    const problems = error.details.length > 0 ? error.details : [{ code, target, parameters }]
    return { entity_id: entity.id, id, name: (await trashedName(context, entity, id)) ?? null, problems }
  }
}

/** What a record is called, here or in the trash, for who may read it; undefined for anybody else. */
export async function trashedName(
  context: RecordsContext,
  { id: entityId }: Pick<EntityDefinition, 'id'>,
  id: string,
): Promise<string | null | undefined> {
  const { context: now, whole, model } = await currentSnapshot(context)
  const entity = model.entities.get(entityId)
  if (!entity) return undefined
  const { database, environment } = now
  const here = lockedRowText(now, whole, { action: 'read', entity, first: 3 })
  const readable = rowPredicate(now, whole, 'read', entity)
  const kept = keptFulfils(environment.schema, entity, 'd.record', readable, 3 + here.values.length)
  const [row] = await database.query<{ name: string | null }>({
    text: `select t.name from ${qualified(environment.schema, entity.uri)} t where t.id = $1 and ${here.text}
      union all select d.record->>'name' from ${qualified(environment.schema, '_trash')} d
        where d.id = $1 and d.entity_id = $2 and ${kept.text} limit 1`,
    values: [id, entity.id, ...here.values, ...kept.values],
  })
  return row?.name
}

async function causesOf(
  { database, environment }: RecordsContext,
  entityId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await database.query<{ id: string; cause: string }>({
    text: `select id, cause->>'id' as cause from ${qualified(environment.schema, '_trash')}
      where entity_id = $1 and id = any($2::uuid[])`,
    values: [entityId, ids],
  })
  return new Map(rows.map(({ id, cause }) => [id, cause]))
}

/**
 * Brings back what links to a record and was deleted with it, and what links to that, as far as the member may read it.
 * Answers how many.
 */
async function restoreChildren(
  context: RecordsContext,
  parent: EntityDefinition,
  parentId: string,
  cause: string,
  unfit: 'refused' | 'left',
  refused: TroubleRecord[],
): Promise<number> {
  const { database, environment } = context
  const { schema } = environment
  const { context: now, model, whole } = await currentSnapshot(context)
  let count = 0
  for (const { entity, attribute } of lookupsTo(model, parent.id)) {
    const readable = keptFulfils(schema, entity, 'd.record', rowPredicate(now, whole, 'read', entity), 5)
    const rows = await database.query<{ id: string }>({
      text: `select d.id from ${qualified(schema, '_trash')} d
        where d.cause->>'id' = $1 and d.entity_id = $2 and d.record->>$3 = $4 and ${readable.text}`,
      values: [cause, entity.id, columnOf(attribute), parentId, ...readable.values],
    })
    for (const { id } of rows) {
      const trouble = await tried(context, entity, id, () => restoreRecord(context, entity.uri, id, { unfit }))
      if (trouble) refused.push(trouble)
      else count += 1 + (await restoreChildren(context, entity, id, cause, unfit, refused))
    }
  }
  return count
}

/** How many records went along that the member may read; `first` is the number of its first parameter. */
function childCount(
  context: RecordsContext,
  { model, whole }: { readonly model: Model; readonly whole: Model },
  entity: EntityDefinition,
  first: number,
): { readonly text: string; readonly values: readonly unknown[] } {
  const { schema } = context.environment
  const values: unknown[] = []
  const links = lookupsTo(model, entity.id).map((link) => {
    const readable = rowPredicate(context, whole, 'read', link.entity)
    const kept = keptFulfils(schema, link.entity, 'c.record', readable, first + values.length)
    values.push(...kept.values)
    const isLinked = `c.record->>${literal(columnOf(link.attribute))} = d.id::text`
    return `(c.entity_id = ${literal(link.entity.id)} and ${isLinked} and ${kept.text})`
  })
  if (links.length === 0) return { text: '0', values }
  const from = `${qualified(schema, '_trash')} c where c.cause->>'id' = d.cause->>'id'`
  return { text: `(select count(*)::int from ${from} and (${links.join(' or ')}))`, values }
}

function itemOf(row: Row, names: ReadonlyMap<string, string>): TrashItem {
  const { id, name, deleted_on, deleted_by_id, cause, children } = row
  return {
    id,
    name,
    deleted_on: deleted_on.toISOString(),
    deleted_by_id,
    deleted_by: names.get(deleted_by_id ?? '') ?? null,
    cause: causeKey(cause),
    children,
    purge_on: new Date(deleted_on.getTime() + trashDays * day).toISOString(),
  }
}
