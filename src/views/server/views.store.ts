import type { Model } from '#entities/model.ts'
import { qualified } from '#platform/sql.ts'
import type { Executor } from '#platform/server/database/database.ts'
import { viewsIn } from '#views/model.ts'
import { viewOf } from '#views/defaultView.ts'
import type { View } from '#views/view.ts'

type Row = { id: string; entity_id: string; definition: Partial<View>; version: string; change_id: string }

/** All views of an environment or, for a reader, the shared ones and the reader's own. */
export async function loadViews(executor: Executor, schema: string, readerId: string | null = null): Promise<View[]> {
  const text = `select id, entity_id, definition, version, change_id from ${qualified(schema, '_view')}
    where $1::text is null or definition->>'personal' is distinct from 'true' or definition->>'owner_id' = $1`
  return (await executor.query<Row>({ text, values: [readerId] })).map(toView)
}

/** Saves the differences between two models. */
export async function saveViews(
  executor: Executor,
  schema: string,
  { before, after }: { readonly before: Model; readonly after: Model },
): Promise<void> {
  if (viewsIn(before) === viewsIn(after)) return
  const kept = new Set(viewsIn(after).map(({ id }) => id))
  const gone = viewsIn(before).flatMap(({ id }) => (kept.has(id) ? [] : [id]))
  if (gone.length > 0) await removeViews(executor, schema, gone)
  const former = new Set(viewsIn(before))
  for (const view of viewsIn(after)) if (!former.has(view)) await putViewRow(executor, schema, view)
}

export async function putViewRow(executor: Executor, schema: string, view: View): Promise<void> {
  const { id, entity_id, version, change_id, ...definition } = view
  await executor.execute({
    text: `insert into ${qualified(schema, '_view')} (id, entity_id, definition, version, change_id)
      values ($1, $2, $3, $4, $5) on conflict (id) do update set definition = excluded.definition,
      version = excluded.version, change_id = excluded.change_id`,
    values: [id, entity_id, JSON.stringify(definition), version, change_id],
  })
}

export async function removeViews(executor: Executor, schema: string, ids: readonly string[]): Promise<void> {
  await executor.execute({
    text: `delete from ${qualified(schema, '_view')} where id = any($1::uuid[])`,
    values: [ids],
  })
}

/** A member's own default views, by entity. */
export async function loadOwnDefaults(
  executor: Executor,
  schema: string,
  memberId: string,
): Promise<Readonly<Record<string, string>>> {
  const text = `select entity_id, view_id from ${qualified(schema, '_view_default')} where member_id = $1`
  const rows = await executor.query<{ entity_id: string; view_id: string }>({ text, values: [memberId] })
  return Object.fromEntries(rows.map((row) => [row.entity_id, row.view_id]))
}

/** Sets a member's default view; null returns to the entity's default. */
export async function saveOwnDefault(
  executor: Executor,
  schema: string,
  { memberId, entityId, viewId }: { memberId: string; entityId: string; viewId: string | null },
): Promise<void> {
  const table = qualified(schema, '_view_default')
  if (viewId === null) {
    await executor.execute({
      text: `delete from ${table} where member_id = $1 and entity_id = $2`,
      values: [memberId, entityId],
    })
    return
  }
  await executor.execute({
    text: `insert into ${table} (member_id, entity_id, view_id) values ($1, $2, $3)
      on conflict (member_id, entity_id) do update set view_id = excluded.view_id`,
    values: [memberId, entityId, viewId],
  })
}

/** The teams of a member. */
export async function loadTeams(executor: Executor, schema: string, memberId: string): Promise<string[]> {
  const text = `select team_id from ${qualified(schema, '_team_member')} where member_id = $1 order by team_id`
  return (await executor.query<{ team_id: string }>({ text, values: [memberId] })).map(({ team_id: id }) => id)
}

/** Stored views get neutral values for properties that are newer than the view. */
function toView({ id, entity_id, definition, version, change_id }: Row): View {
  const { name = '', owner_id = null, personal = false, ...rest } = definition
  const view = viewOf({ ...rest, name }, { id, entity_id, change_id, owner_id, personal })
  return { ...view, version: Number(version) }
}
