import { columnOf, isReadable, isStored } from '#attributes/attribute.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Cause } from '#environments/cause.ts'
import { joinFragments, raw } from '#odata/fragments.ts'
import { sql } from '#odata/sql.ts'
import type { WriteStatement } from '#odata/write/writeStatements.ts'
import { slot, type Inputs } from '#odata/write/plan.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { ident, literal, qualified } from '#platform/sql.ts'

/** Who writes, when and why: what the rows beside a write say. */
export type Authorship = {
  readonly at: Date
  readonly byId: string
  readonly cause: Cause
  readonly requestId: string
  readonly newId: () => string
}

const [at, byId, cause] = [slot('at'), slot('byId'), slot('cause')]
const [entityId, requestId] = [slot('entityId'), slot('requestId')]

/** The values of what stands beside a write to an entity. */
export function inputsOf(entity: EntityDefinition, author: Authorship): Inputs {
  return {
    at: author.at.toISOString(),
    byId: author.byId,
    cause: JSON.stringify(author.cause),
    entityId: entity.id,
    eventId: author.newId(),
    requestId: author.requestId,
  }
}

export type WriteKind = 'create' | 'update' | 'delete'

/**
 * The audit row of a write: old and new values of the auditable attributes that it touched. None where nothing is auditable.
 * Where that is all of them, it takes what the event has made of the row, which comes before it.
 */
export function auditOf(
  kind: WriteKind,
  entity: EntityDefinition,
  touched: ReadonlySet<string>,
  schema: string,
): WriteStatement[] {
  const readable = entity.fields.filter(isReadable)
  const columns = readable
    .filter((field) => field.auditable)
    .map(columnOf)
    .filter((column) => kind !== 'update' || touched.has(column))
  if (!entity.auditable || columns.length === 0) return []
  const isWhole = columns.length === readable.length
  const valuesOf = (row: 'before' | 'after') => (isWhole ? `e.${row}` : someColumns(row, columns))
  const before = kind === 'create' ? 'null::jsonb' : valuesOf('before')
  const after = kind === 'delete' ? 'null::jsonb' : valuesOf('after')
  const rows = `${auditedRows(kind)}${isWhole ? ' join "event" e on e.record_id = w.id' : ''}`
  const statement = joinFragments([
    raw(
      `insert into ${qualified(schema, '_audit')} (at, entity_id, record_id, kind, by_id, cause, request_id, changes) select `,
    ),
    sql`${at}::timestamptz, ${entityId}::uuid, `,
    raw(`w.id, '${kind}', `),
    sql`${byId}::uuid, ${cause}::jsonb, ${requestId}::text`,
    raw(`, jsonb_build_object('before', ${before}, 'after', ${after}) from ${rows}`),
  ])
  return [{ name: 'audit', statement }]
}

/**
 * The audit row of a batch of records: one row a batch (docs/decisions/0006), because the records keep time and person
 * themselves. None where the entity is not auditable.
 */
export async function writeBatchAudit(
  transaction: Transaction,
  schema: string,
  entity: EntityDefinition,
  author: Authorship,
  { kind, ids }: { readonly kind: 'import' | 'delete'; readonly ids: readonly string[] },
): Promise<void> {
  if (!entity.auditable) return
  const changes = { count: ids.length, first: ids[0], last: ids.at(-1) }
  await transaction.execute({
    text: `insert into ${qualified(schema, '_audit')} (at, entity_id, by_id, cause, kind, request_id, changes) values ($1, $2, $3, $4, '${kind}', $5, $6)`,
    values: [author.at, entity.id, author.byId, JSON.stringify(author.cause), author.requestId, changes],
  })
}

/** A deleted record waits in the trash, whole, as JSON (product ruling part 6, 12). */
export function trashOf(entity: EntityDefinition, schema: string): WriteStatement {
  // A secret is in no model, so the row as it was does not tell it.
  const secrets = entity.fields.filter((field) => isStored(field) && !isReadable(field)).map(columnOf)
  const kept = secrets.map((column) => ` || jsonb_build_object(${literal(column)}, o.${ident(column)})`).join('')
  const beside = secrets.length > 0 ? ` join ${qualified(schema, entity.uri)} o on o.id = w.id` : ''
  const statement = joinFragments([
    raw(
      `insert into ${qualified(schema, '_trash')} (id, entity_id, record, deleted_on, deleted_by_id, cause) select w.id, `,
    ),
    sql`${entityId}::uuid`,
    raw(`, ${wholeRow('before', entity)}${kept}, `),
    sql`${at}::timestamptz, ${byId}::uuid, ${cause}::jsonb`,
    raw(
      ` from ${auditedRows('delete')}${beside} on conflict (id, entity_id) do update set record = excluded.record, deleted_on = excluded.deleted_on`,
    ),
  ])
  return { name: 'trash', statement }
}

/** Remembers which record a request (slots `key` and `said`) made, so that it makes no second one when it is sent again. */
export function idempotencyStatement(schema: string): WriteStatement {
  const statement = joinFragments([
    raw(`insert into ${qualified(schema, '_idempotency')} (by_id, key, said, record_id, at) select `),
    sql`${byId}::uuid, ${slot('key')}::text, ${slot('said')}::text, w.id, ${at}::timestamptz`,
    raw(' from "after" w'),
  ])
  return { name: 'idempotency', statement }
}

/** The row `w` that was written, beside the row `b` as it was where there is one. */
export function auditedRows(kind: WriteKind): string {
  const rows = {
    create: '"after" w',
    update: '"after" w join "before" b on b.id = w.id',
    delete: '"gone" w join "before" b on b.id = w.id',
  }
  return rows[kind]
}

/** All readable columns of the row as it was or as it is. */
export function wholeRow(row: 'before' | 'after', entity: EntityDefinition): string {
  return someColumns(row, entity.fields.filter(isReadable).map(columnOf))
}

// The columns are named one by one: the row as it was holds more than them.
function someColumns(row: 'before' | 'after', columns: readonly string[]): string {
  const alias = row === 'before' ? 'b' : 'w'
  return `(select to_jsonb(x) from (select ${columns.map((column) => `${alias}.${ident(column)}`).join(', ')}) x)`
}
