import { qualified } from '#platform/sql.ts'
import type { Migration } from '#platform/server/database/migrations.ts'

/** Texts of definitions in other languages; those of one language lie side by side. */
export function labelsSchema(schema: string): Migration[] {
  return [
    {
      id: 'labels-1',
      statements: [
        `create table ${qualified(schema, '_label')} (
          locale text collate "C" not null,
          definition_id uuid not null,
          property text collate "C" not null,
          entity_id uuid not null,
          text text not null,
          change_id uuid not null,
          primary key (locale, definition_id, property)
        )`,
        `create index "_label_entity" on ${qualified(schema, '_label')} (entity_id)`,
      ],
    },
  ]
}
