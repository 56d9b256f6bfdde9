import { qualified } from '#platform/sql.ts'
import type { Migration } from '#platform/server/database/migrations.ts'

/** The history of an environment's definitions: one row per change set, numbered consecutively. */
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
    {
      id: 'changes-2',
      statements: [
        // A change of views counts as a change, but creates no new model version for compiled SQL (product ruling part
        // 6, 5).
        `alter table ${qualified(schema, '_version')} add column change_count integer not null default 0`,
        `update ${qualified(schema, '_version')} set change_count = model_version`,
      ],
    },
    {
      id: 'changes-3',
      statements: [
        // The affected tables of a change, and its effects on records as counted at the time.
        `alter table ${change} add column about uuid[] not null default '{}', add column impact jsonb not null default '[]',
          add column conversions jsonb not null default '[]'`,
        `update ${change} set about = array(select distinct left(k, 36)::uuid from unnest(writes || needs) k
          where k ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}')`,
        `create index "_change_about" on ${change} using gin (about)`,
      ],
    },
    {
      id: 'changes-4',
      statements: [
        // The activities that members need to see and undo a change. An undo requires the activities of the original
        // change.
        `alter table ${change} add column activities text[] not null default '{}',
          add column sentence_activities text[] not null default '{}'`,
        `with recursive origin(id, root, operations) as (
            select id, id, operations from ${change} where undoes_id is null
            union all select c.id, o.root, o.operations from ${change} c join origin o on c.undoes_id = o.id),
          asked as (select origin.id, array_agg(distinct ${activityOf(`operation->>'kind'`)}) as activities
            from origin, jsonb_array_elements(origin.operations) operation group by origin.id)
        update ${change} set activities = asked.activities from asked where asked.id = ${change}.id`,
        `create index "_change_activities" on ${change} using gin (activities)`,
      ],
    },
  ]
}

/** SQL of an operation kind's activity, for the kinds that existed when the column was added. */
function activityOf(kind: string): string {
  return `case split_part(${kind}, '.', 1) when 'view' then 'manage-views' when 'variable' then 'manage-variables'
    when 'feature' then 'manage-environment' else 'alter-entities' end`
}
