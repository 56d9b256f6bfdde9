import { qualified } from '#platform/sql.ts'
import type { Migration } from '#platform/server/database/migrations.ts'

/**
 * Internal tables of an environment's records. Every write leaves one event (the source of automations, feeds, history
 * and undo), auditable writes also a row in the log (`#audit`). A deleted record moves to the trash. An idempotency key
 * lets a repeated request get the answer of the first.
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
      // Any request may carry an idempotency key. Clients may choose the keys of records, so two tables may hold the
      // same key.
      id: 'records-2',
      statements: [
        `alter table ${table('_idempotency')} add column said text, alter column record_id drop not null,
          drop column entity_id`,
        `alter table ${table('_trash')} drop constraint _trash_pkey, add primary key (id, entity_id)`,
      ],
    },
    {
      // The next number of each autonumber attribute; a missing row means 1.
      id: 'records-counters',
      statements: [`create table ${table('_counter')} (attribute_id uuid primary key, next bigint not null)`],
    },
    {
      // Which attribute a column belongs to, and since when (`records/history/columnHistory.ts`): events and the trash
      // store values by column name.
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
