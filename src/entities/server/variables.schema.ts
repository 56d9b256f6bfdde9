import { qualified } from '#platform/sql.ts'
import type { Migration } from '#platform/server/database/migrations.ts'

/** The variables of an environment; values are JSON. */
export function variablesSchema(schema: string): Migration[] {
  return [
    {
      id: 'variables-1',
      statements: [
        `create table ${qualified(schema, '_variable')} (
          id uuid primary key,
          key text collate "C" not null unique,
          type text not null,
          value jsonb not null,
          description text,
          version bigint not null,
          change_id uuid not null
        )`,
      ],
    },
  ]
}
