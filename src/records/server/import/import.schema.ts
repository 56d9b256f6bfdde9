import { qualified } from '#platform/sql.ts'
import type { Migration } from '#platform/server/database/migrations.ts'

/** An environment's imports: the file as long as it is kept, what was guessed, and what came out of it. */
export function importSchema(schema: string): Migration[] {
  const table = qualified(schema, '_import')
  return [
    {
      id: 'import-1',
      statements: [
        `create table ${table} (
          id uuid primary key,
          file text not null,
          size bigint not null,
          state text not null check (state in ('uploaded', 'started', 'done', 'undoing', 'undone')),
          guess jsonb not null,
          by_id uuid not null,
          created_on timestamptz not null,
          job_id uuid,
          undo_job_id uuid,
          entity_id uuid,
          change_id uuid,
          creates boolean not null default false,
          rows bigint not null default 0
        )`,
        `create index _import_list on ${table} (created_on desc, id)`,
      ],
    },
    {
      id: 'import-2',
      statements: [`alter table ${table} add column format text not null default 'csv'`],
    },
    {
      id: 'import-3',
      statements: [
        `alter table ${table} add column sheets text[] not null default '{}', add column sheet integer not null default 0`,
      ],
    },
  ]
}
