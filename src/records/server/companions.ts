import { columnOf } from '#attributes/attribute.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Cause } from '#environments/environment.ts'
import { join, raw } from '#odata/fragments.ts'
import { sql } from '#odata/sql.ts'
import type { Companion } from '#odata/write/companion.ts'
import { ident, qualified } from '#platform/sql.ts'

/** Who writes, when and why: what the rows beside a write say. */
export type Authorship = {
  readonly schema: string
  readonly at: Date
  readonly byId: string
  readonly cause: Cause
  readonly requestId: string
  readonly newId: () => string
}

type Kind = 'create' | 'update' | 'delete'

/** The event that every write leaves: product ruling 2.4. All attributes as they were and as they are. */
export function eventOf(kind: Kind, entity: EntityDefinition, author: Authorship): Companion {
  const { schema, at, byId, cause, newId } = author
  const before = kind === 'create' ? 'null::jsonb' : wholeRow('before', entity)
  const after = kind === 'delete' ? 'null::jsonb' : wholeRow('after', entity)
  const statement = join([
    raw(
      `insert into ${qualified(schema, '_event')} (id, entity_id, record_id, kind, at, by_id, cause, before, after) select `,
    ),
    sql`${newId()}::uuid, ${entity.id}::uuid, w.id, ${kind}, ${at}::timestamptz, ${byId}::uuid, ${JSON.stringify(cause)}::jsonb`,
    raw(`, ${before}, ${after} from ${writtenRow(kind)} w`),
  ])
  return { name: 'event', statement }
}

/** The audit row of a write: old and new values of the auditable attributes that it touched. None where nothing is auditable. */
export function auditOf(
  kind: Kind,
  entity: EntityDefinition,
  touched: ReadonlySet<string>,
  author: Authorship,
): Companion[] {
  const columns = entity.fields
    .filter((field) => field.auditable)
    .map(columnOf)
    .filter((column) => kind !== 'update' || touched.has(column))
  if (!entity.auditable || columns.length === 0) return []
  const { schema, at, byId, cause, requestId } = author
  const before = kind === 'create' ? 'null' : someColumns('before', columns)
  const after = kind === 'delete' ? 'null' : someColumns('after', columns)
  const statement = join([
    raw(
      `insert into ${qualified(schema, '_audit')} (at, entity_id, record_id, kind, by_id, cause, request_id, changes) select `,
    ),
    sql`${at}::timestamptz, ${entity.id}::uuid, w.id, ${kind}, ${byId}::uuid, ${JSON.stringify(cause)}::jsonb, ${requestId}`,
    raw(`, json_build_object('before', ${before}, 'after', ${after})::jsonb from ${writtenRow(kind)} w`),
  ])
  return [{ name: 'audit', statement }]
}

/** A deleted record waits in the trash, whole, as JSON (product ruling part 6, 12). */
export function trashOf(entity: EntityDefinition, author: Authorship): Companion {
  const { schema, at, byId, cause } = author
  const statement = join([
    raw(
      `insert into ${qualified(schema, '_trash')} (id, entity_id, record, deleted_on, deleted_by_id, cause) select w.id, `,
    ),
    sql`${entity.id}::uuid`,
    raw(`, ${wholeRow('before', entity)}, `),
    sql`${at}::timestamptz, ${byId}::uuid, ${JSON.stringify(cause)}::jsonb`,
    raw(` from "gone" w on conflict (id) do update set record = excluded.record, deleted_on = excluded.deleted_on`),
  ])
  return { name: 'trash', statement }
}

/** Remembers which record a key made, so that the same request sent again makes no second one. */
export function idempotencyOf(key: string, entity: EntityDefinition, author: Authorship): Companion {
  const statement = join([
    raw(`insert into ${qualified(author.schema, '_idempotency')} (by_id, key, entity_id, record_id, at) select `),
    sql`${author.byId}::uuid, ${key}, ${entity.id}::uuid, w.id, ${author.at}::timestamptz`,
    raw(' from "after" w'),
  ])
  return { name: 'idempotency', statement }
}

function writtenRow(kind: Kind): string {
  return kind === 'delete' ? '"gone"' : '"after"'
}

function wholeRow(row: 'before' | 'after', entity: EntityDefinition): string {
  return someColumns(row, entity.fields.map(columnOf)).replace('to_json(', 'to_jsonb(')
}

function someColumns(row: 'before' | 'after', columns: readonly string[]): string {
  return `(select to_json(x) from (select ${columns.map((column) => `r.${ident(column)}`).join(', ')} from "${row}" r) x)`
}
