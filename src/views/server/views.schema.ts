import { qualified } from '#platform/sql.ts'
import type { Migration } from '#platform/server/database/migrations.ts'

/** Tables of shared and personal views, and of members' default views. */
export function viewsSchema(schema: string): Migration[] {
  const view = qualified(schema, '_view')
  return [
    {
      id: 'views-1',
      statements: [
        `create table ${view} (
          id uuid primary key,
          entity_id uuid not null references ${qualified(schema, '_entity')} (id) on delete cascade,
          definition jsonb not null,
          version bigint not null,
          change_id uuid not null
        )`,
        `create index "_view_entity" on ${view} (entity_id)`,
        `create table ${qualified(schema, '_view_default')} (
          member_id uuid not null,
          entity_id uuid not null,
          view_id uuid not null references ${view} (id) on delete cascade,
          primary key (member_id, entity_id)
        )`,
        `create index "_view_default_view" on ${qualified(schema, '_view_default')} (view_id)`,
        // Existing entities get the same default view as new ones (#views/defaultView.ts).
        `insert into ${view} (id, entity_id, definition, version, change_id)
          select (left(id::text, 24) || translate(right(id::text, 12), '0123456789abcdef', 'fedcba9876543210'))::uuid,
            id, jsonb_build_object('name', trim(left(definition->>'collectionname', 24)), 'default', true), 1, change_id
          from ${qualified(schema, '_entity')}`,
      ],
    },
  ]
}
