import { qualified } from '#platform/sql.ts'
import type { Migration } from '#platform/server/database/migrations.ts'

/** The history of an environment's definitions: one row a change set, as many rows as the model version counts. */
export function changesSchema(schema: string): Migration[] {
  const change = qualified(schema, '_change')
  return [
    {
      id: 'changes-1',
      statements: [
        `create table ${change} (
          id uuid primary key,
          model_version bigint not null unique,
          changed_on timestamptz not null,
          changed_by_id uuid not null,
          cause jsonb not null,
          note text,
          operations jsonb not null,
          inverse jsonb not null,
          sentences jsonb not null,
          writes text[] not null,
          needs text[] not null,
          undoes_id uuid references ${change} (id),
          undone_by_id uuid references ${change} (id)
        )`,
      ],
    },
  ]
}
