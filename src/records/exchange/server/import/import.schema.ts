import { qualified } from '#platform/sql.ts'
import type { Migration } from '#platform/server/database/migrations.ts'

/** An environment's imports: the file as long as it is kept, what was guessed, and what came out of it. */
export function importSchema(schema: string): Migration[] {
  const table = qualified(schema, '_import')
  const upload = qualified(schema, '_upload')
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
    {
      // Uploads on their way, which any process goes on with; how many bytes a file takes; whether its remains are cleared.
      id: 'import-4',
      statements: [
        `alter table ${table} add column kept bigint not null default 0, add column cleared boolean not null default false`,
        `create table ${upload} (
          id uuid primary key,
          file text not null,
          size bigint not null,
          by_id uuid not null,
          changed_on timestamptz not null,
          claimed_on timestamptz
        )`,
        `create table ${qualified(schema, '_upload_piece')} (
          upload_id uuid not null references ${upload} on delete cascade,
          start bigint not null,
          length bigint not null,
          name text not null,
          primary key (upload_id, start)
        )`,
      ],
    },
    {
      // The piece of an upload that is being received, and until when its process holds it.
      id: 'import-5',
      statements: [`alter table ${upload} add column receiver uuid, add column receiving_until timestamptz`],
    },
  ]
}
