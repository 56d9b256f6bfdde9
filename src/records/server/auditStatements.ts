import { columnOf, isReadable, isStored } from '#attributes/attribute.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Cause } from '#environments/cause.ts'
import { joinFragments, raw } from '#odata/fragments.ts'
import { sql } from '#odata/sql.ts'
import type { WriteStatement } from '#odata/write/writeStatements.ts'
import { slot, type Inputs } from '#odata/write/plan.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { ident, literal, qualified } from '#platform/sql.ts'

/** Author, time and cause of a write, for the event and audit rows that accompany the write. */
export type Authorship = {
  readonly at: Date
  readonly byId: string
  readonly cause: Cause
  readonly requestId: string
  readonly newId: () => string
}

const [at, byId, cause] = [slot('at'), slot('byId'), slot('cause')]
const [entityId, requestId] = [slot('entityId'), slot('requestId')]

/** Slot values of the statements that accompany a write to an entity. */
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
 * Audit row of a write: old and new values of the auditable attributes that the write touched. No statement where
 * nothing is auditable. Where all readable columns are auditable, the row reuses the JSON of the event statement, which
 * must come before it.
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
 * Audit row of a batch of records: one row per batch (docs/decisions/0006), because each record stores time and person
 * in its own columns. No row where the entity is not auditable.
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

/** Moves a deleted record to the trash as one JSON object with all columns (product ruling part 6, 12). */
export function trashOf(entity: EntityDefinition, schema: string): WriteStatement {
  // Secret columns are in no model, so the `before` row lacks them: they are read from the table itself.
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

/**
 * Stores which record a request (slots `key` and `said`) created, so that a repeated request creates no second record.
 */
export function idempotencyStatement(schema: string): WriteStatement {
  const statement = joinFragments([
    raw(`insert into ${qualified(schema, '_idempotency')} (by_id, key, said, record_id, at) select `),
    sql`${byId}::uuid, ${slot('key')}::text, ${slot('said')}::text, w.id, ${at}::timestamptz`,
    raw(' from "after" w'),
  ])
  return { name: 'idempotency', statement }
}

/**
 * FROM clause of a write's audit rows: the written row `w`, joined to the row `b` before the write where one exists.
 */
export function auditedRows(kind: WriteKind): string {
  const rows = {
    create: '"after" w',
    update: '"after" w join "before" b on b.id = w.id',
    delete: '"gone" w join "before" b on b.id = w.id',
  }
  return rows[kind]
}

/** All readable columns of the row before or after the write, as JSON. */
export function wholeRow(row: 'before' | 'after', entity: EntityDefinition): string {
  return someColumns(row, entity.fields.filter(isReadable).map(columnOf))
}

// The columns are listed by name because the `before` row holds further columns.
function someColumns(row: 'before' | 'after', columns: readonly string[]): string {
  const alias = row === 'before' ? 'b' : 'w'
  return `(select to_jsonb(x) from (select ${columns.map((column) => `${alias}.${ident(column)}`).join(', ')}) x)`
}
