import { qualified } from '#platform/sql.ts'
import type { Migration } from '#platform/server/database/migrations.ts'

/**
 * The control plane's list of environments with unfinished jobs, so that looking for work costs one statement however many
 * environments there are. `revision` grows with each new job: a row is only removed if none came in between.
 */
export const jobMigrations: Migration[] = [
  {
    id: 'jobs-1',
    statements: [
      `create table "lintel"."job_due" (
        environment_id uuid primary key,
        schema text not null,
        due_on timestamptz not null,
        revision bigint not null
      )`,
      `create index job_due_due on "lintel"."job_due" (due_on)`,
    ],
  },
]

/** The table of an environment's jobs. All its times are the database's (product ruling 6.18). */
export function jobSchema(schema: string): Migration[] {
  const table = qualified(schema, '_job')
  return [
    {
      id: 'jobs-1',
      statements: [
        `create table ${table} (
          id uuid primary key,
          kind text not null,
          title jsonb not null,
          data jsonb not null,
          memory jsonb not null default '{}',
          state text not null check (state in ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
          progress jsonb not null,
          result jsonb,
          error jsonb,
          by_id uuid not null,
          cause jsonb not null,
          created_on timestamptz not null,
          started_on timestamptz,
          ended_on timestamptz,
          cancel_on timestamptz,
          lease_owner uuid,
          lease_until timestamptz,
          due_on timestamptz not null,
          attempt integer not null default 0
        )`,
        `create index _job_open on ${table} (due_on) where state in ('queued', 'running')`,
        `create index _job_list on ${table} (created_on desc, id)`,
      ],
    },
    {
      id: 'jobs-2',
      // Each kind is a queue of its own: the next job of one is found however many of another wait.
      statements: [`create index _job_queue on ${table} (kind, due_on) where state in ('queued', 'running')`],
    },
  ]
}
