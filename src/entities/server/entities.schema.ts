import { qualified } from '#platform/sql.ts'
import type { Migration } from '#platform/server/database/migrations.ts'

/** The definitions of entities and attributes, and the list of what waits aside for an undo. */
export function entitiesSchema(schema: string): Migration[] {
  return [
    {
      id: 'entities-1',
      statements: [
        `create table ${qualified(schema, '_entity')} (
          id uuid primary key,
          uri text collate "C" not null unique,
          definition jsonb not null,
          version bigint not null,
          change_id uuid not null
        )`,
        `create table ${qualified(schema, '_attribute')} (
          id uuid primary key,
          entity_id uuid not null references ${qualified(schema, '_entity')} (id) on delete cascade,
          uri text collate "C" not null,
          definition jsonb not null,
          version bigint not null,
          change_id uuid not null,
          unique (entity_id, uri)
        )`,
        `create table ${qualified(schema, '_dropped')} (
          id uuid primary key,
          kind text not null check (kind in ('entity', 'attribute')),
          entity_id uuid not null,
          change_id uuid not null,
          dropped_on timestamptz not null
        )`,
      ],
    },
  ]
}
