import { qualified } from '#platform/sql.ts'
import type { Migration } from '#platform/server/database/migrations.ts'

/** The switches that were ever set; author and time are in the change. */
export function featuresSchema(schema: string): Migration[] {
  return [
    {
      id: 'features-1',
      statements: [
        `create table ${qualified(schema, '_feature')} (
          place text collate "C" primary key,
          key text not null,
          entity_id uuid,
          is_on boolean not null,
          version bigint not null,
          change_id uuid not null
        )`,
      ],
    },
  ]
}
