import { qualified } from '#platform/sql.ts'
import type { Migration } from '#platform/server/database/migrations.ts'

/** The records that a job processes one by one, as found at its start, and why some were skipped. */
export function workSchema(schema: string): Migration[] {
  const table = (name: string) => qualified(schema, name)
  return [
    {
      id: 'work-1',
      statements: [
        `create table ${table('_work')} (
          job_id uuid not null,
          no bigint not null,
          action text not null check (action in ('change', 'delete', 'revert')),
          entity_id uuid not null,
          record_id uuid not null,
          version text,
          first_seq bigint,
          last_seq bigint,
          trouble jsonb,
          primary key (job_id, no)
        )`,
        `create index _work_trouble on ${table('_work')} (job_id, no) where trouble is not null`,
        `create index _trash_cause on ${table('_trash')} ((cause->>'id'))`,
      ],
    },
  ]
}
