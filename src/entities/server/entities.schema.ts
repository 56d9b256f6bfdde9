import { qualified } from '#platform/sql.ts'
import type { Migration } from '#platform/server/database/migrations.ts'

/** Tables of entities, attributes, relationships, and of dropped definitions kept for an undo. */
export function entitiesSchema(schema: string): Migration[] {
  const [attribute, relationship] = [qualified(schema, '_attribute'), qualified(schema, '_relationship')]
  const dropped = qualified(schema, '_dropped')
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
        `create table ${dropped} (
          id uuid primary key,
          kind text not null check (kind in ('entity', 'attribute')),
          entity_id uuid not null,
          change_id uuid not null,
          dropped_on timestamptz not null
        )`,
      ],
    },
    {
      id: 'relationships-1',
      statements: [
        `create table ${relationship} (
          id uuid primary key,
          definition jsonb not null,
          version bigint not null,
          change_id uuid not null
        )`,
        // Existing lookups get their implied relationship, with an id derived from the lookup's id.
        `update ${attribute} set definition = definition || jsonb_build_object('relationship_id',
            overlay(overlay(md5(id::text || ' relationship') placing '8' from 13) placing '8' from 17)::uuid)
          where definition->>'type' = 'N:1' and definition->>'related_entity' is not null`,
        `insert into ${relationship} (id, definition, version, change_id)
          select (definition->>'relationship_id')::uuid, jsonb_build_object(
            'name', definition->>'name', 'from_entity', entity_id, 'to_entity', definition->>'related_entity',
            'cardinality', 'N:1', 'on_delete', case when definition->>'required' = 'true' then 'restrict' else 'clear' end,
            'on_assign', 'none', 'on_share', 'none', 'attribute_id', id, 'link_entity', null,
            'managed', coalesce((definition->>'managed')::boolean, false)), 1, change_id
          from ${attribute} where definition->>'type' = 'N:1' and definition->>'relationship_id' is not null`,
      ],
    },
    {
      id: 'entities-2',
      statements: [
        `alter table ${dropped} drop constraint "_dropped_kind_check"`,
        `alter table ${dropped} add constraint "_dropped_kind_check" check (kind in ('entity', 'attribute', 'column'))`,
        `alter table ${dropped} add column former jsonb`,
      ],
    },
  ]
}
