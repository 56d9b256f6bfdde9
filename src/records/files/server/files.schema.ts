import { qualified } from '#platform/sql.ts'
import type { Migration } from '#platform/server/database/migrations.ts'

/**
 * What is known of each file (product ruling part 6, 13): it waits without a record until one names it, and lies in the
 * storage under `{environment}/{id}`.
 */
export function filesSchema(schema: string): Migration[] {
  const table = qualified(schema, '_asset')
  return [
    {
      id: 'files-1',
      statements: [
        `create table ${table} (
          id uuid primary key,
          entity_id uuid not null,
          attribute_id uuid not null,
          record_id uuid,
          name text not null,
          size bigint not null,
          type text not null,
          sha256 bytea not null,
          width integer,
          height integer,
          has_thumbnail boolean not null,
          at timestamptz not null,
          by_id uuid not null
        )`,
        `create index _asset_record on ${table} (record_id)`,
        `create index _asset_waiting on ${table} (at) where record_id is null`,
      ],
    },
    {
      // A copy has the bytes of another file; null: its own.
      id: 'files-2',
      statements: [
        `alter table ${table} add column bytes_id uuid`,
        `create index _asset_bytes on ${table} (bytes_id) where bytes_id is not null`,
      ],
    },
  ]
}
