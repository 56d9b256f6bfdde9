import { qualified } from '#platform/sql.ts'
import type { Migration } from '#platform/server/database/migrations.ts'

/**
 * The tables beside an environment's records. Every write leaves one event (what automations, feeds, history and
 * undo read), auditable ones a row in the log (`#audit`); a deleted record moves to the trash; an idempotency key answers a
 * repeated request with the first one's answer.
 */
export function recordsSchema(schema: string): Migration[] {
  const table = (name: string) => qualified(schema, name)
  return [
    {
      id: 'records-1',
      statements: [
        `create table ${table('_event')} (
          seq bigint generated always as identity primary key,
          id uuid not null,
          entity_id uuid not null,
          record_id uuid,
          kind text not null check (kind in ('create', 'update', 'delete', 'import')),
          at timestamptz not null,
          by_id uuid,
          cause jsonb not null,
          before jsonb,
          after jsonb,
          xid xid8 not null default pg_current_xact_id()
        )`,
        `create index _event_record on ${table('_event')} (record_id, seq)`,
        `create index _event_cause on ${table('_event')} ((cause->>'id'), seq)`,
        `create index _event_at on ${table('_event')} (at)`,
        `create table ${table('_trash')} (
          id uuid primary key,
          entity_id uuid not null,
          record jsonb not null,
          deleted_on timestamptz not null,
          deleted_by_id uuid,
          cause jsonb not null
        )`,
        `create index _trash_entity on ${table('_trash')} (entity_id, deleted_on desc)`,
        `create table ${table('_idempotency')} (
          by_id uuid not null,
          key text not null,
          entity_id uuid not null,
          record_id uuid not null,
          at timestamptz not null,
          primary key (by_id, key)
        )`,
        `create index _idempotency_at on ${table('_idempotency')} (at)`,
      ],
    },
    {
      // Any request may have a key, and people may name the keys of records: two tables may hold the same.
      id: 'records-2',
      statements: [
        `alter table ${table('_idempotency')} add column said text, alter column record_id drop not null,
          drop column entity_id`,
        `alter table ${table('_trash')} drop constraint _trash_pkey, add primary key (id, entity_id)`,
      ],
    },
    {
      // The next number of each autonumber attribute; without a row it is 1.
      id: 'records-counters',
      statements: [`create table ${table('_counter')} (attribute_id uuid primary key, next bigint not null)`],
    },
    {
      // Whose a column is since when (`records/history/columnHistory.ts`): what events and the trash hold is told by the columns' names.
      id: 'records-tenures',
      statements: [
        `create table ${table('_tenure')} (
          no bigint generated always as identity primary key,
          entity_id uuid not null,
          "column" text collate "C" not null,
          attribute_id uuid not null,
          name text not null,
          since_seq bigint not null,
          since timestamptz not null
        )`,
        `create index _tenure_entity on ${table('_tenure')} (entity_id)`,
        `insert into ${table('_tenure')} (entity_id, "column", attribute_id, name, since_seq, since)
          select entity_id, case when definition->>'type' in ('N:1', 'user', 'team') then uri || '_id' else uri end,
            id, definition->>'name', 0, '-infinity' from ${table('_attribute')}`,
      ],
    },
    {
      id: 'records-column-history',
      statements: [
        `alter table ${table('_tenure')} rename to "_column_history"`,
        `alter index ${table('_tenure_entity')} rename to "_column_history_entity"`,
      ],
    },
  ]
}
