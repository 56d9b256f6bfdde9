import type { EntityDefinition } from '#entities/entity.ts'
import { joinFragments, raw } from '#odata/fragments.ts'
import { sql, type SqlFragment } from '#odata/sql.ts'
import { slot } from '#odata/write/plan.ts'
import type { WriteStatement } from '#odata/write/writeStatements.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { qualified } from '#platform/sql.ts'
import {
  auditedRows,
  wholeRow,
  writeBatchAudit,
  type Authorship,
  type WriteKind,
} from '#records/server/auditStatements.ts'

// The only file that inserts into `_event`; test/architecture.test.ts enforces this.

const [at, byId, cause] = [slot('at'), slot('byId'), slot('cause')]
const [entityId, eventId] = [slot('entityId'), slot('eventId')]

/**
 * The event of every write (product ruling 2.4), with all readable attributes before and after. Where a statement
 * writes several rows, `id` is the event id of each row.
 */
export function eventOf(
  kind: WriteKind,
  entity: EntityDefinition,
  schema: string,
  id: SqlFragment = sql`${eventId}::uuid`,
): WriteStatement {
  const before = kind === 'create' ? 'null::jsonb' : wholeRow('before', entity)
  const after = kind === 'delete' ? 'null::jsonb' : wholeRow('after', entity)
  const statement = joinFragments([
    raw(
      `insert into ${qualified(schema, '_event')} (id, entity_id, record_id, kind, at, by_id, cause, before, after) select `,
    ),
    id,
    sql`, ${entityId}::uuid, `,
    raw(`w.id, '${kind}', `),
    sql`${at}::timestamptz, ${byId}::uuid, ${cause}::jsonb`,
    raw(`, ${before}, ${after} from ${auditedRows(kind)} returning record_id, before, after`),
  ])
  return { name: 'event', statement }
}

/**
 * Records that were created or deleted together. Single events and audit rows would take longer than the records
 * themselves.
 */
export type RecordBatch = { readonly kind: 'create' | 'delete'; readonly ids: readonly string[] }

const stored = {
  create: { kind: 'import', side: 'after' },
  delete: { kind: 'delete', side: 'before' },
} as const

/**
 * Writes the event of a batch of records, and its audit row where the entity is auditable. `eventRows.ts` reads the
 * event.
 */
export async function writeBatchEvent(
  transaction: Transaction,
  schema: string,
  entity: EntityDefinition,
  author: Authorship,
  { kind: wanted, ids }: RecordBatch,
): Promise<void> {
  const { kind, side } = stored[wanted]
  await transaction.execute({
    text: `insert into ${qualified(schema, '_event')} (at, entity_id, by_id, cause, id, kind, ${side}) values ($1, $2, $3, $4, $5, '${kind}', $6)`,
    values: [
      author.at,
      entity.id,
      author.byId,
      JSON.stringify(author.cause),
      author.newId(),
      // Ids are uuids: nothing in them needs an escape.
      `{"ids":["${ids.join('","')}"]}`,
    ],
  })
  await writeBatchAudit(transaction, schema, entity, author, { kind, ids })
}
