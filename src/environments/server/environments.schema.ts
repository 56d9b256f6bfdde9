import { ident, qualified } from '#platform/sql.ts'
import type { Migration } from '#platform/server/database/migrations.ts'

/** The name of the collation by which an environment sorts its texts, within its schema. */
export const textCollation = '_text'

/** The tables of an environment that every other concept builds on: versions, units, principals, members, roles, settings. */
export function environmentsSchema(schema: string): Migration[] {
  const table = (name: string) => qualified(schema, name)
  return [
    {
      id: 'environments-001-ground',
      statements: [
        // One row. Model version: the version for which SQL was compiled; access version: the version of rights
        // (product ruling part 6, 5).
        `create table ${table('_version')} (
          one boolean primary key default true check (one),
          model_version integer not null,
          access_version integer not null
        )`,
        `create table ${table('_setting')} (
          key text primary key,
          value jsonb not null,
          updated_by_id uuid,
          updated_on timestamptz not null
        )`,
        `create table ${table('_unit')} (
          id uuid primary key,
          parent_id uuid references ${table('_unit')},
          name text not null,
          version integer not null default 1,
          created_on timestamptz not null
        )`,
        `create unique index ${ident('_unit_root')} on ${table('_unit')} ((true)) where parent_id is null`,
        `create index ${ident('_unit_parent')} on ${table('_unit')} (parent_id)`,
        // Possible owners of a record: a member, a team, or a unit (product ruling part 6, 3).
        `create table ${table('_principal')} (
          id uuid primary key,
          kind text not null check (kind in ('member', 'team', 'unit')),
          name text not null,
          unit_id uuid not null references ${table('_unit')}
        )`,
        `create index ${ident('_principal_unit')} on ${table('_principal')} (unit_id)`,
      ],
    },
    {
      id: 'environments-002-people',
      statements: [
        `create table ${table('_role')} (
          id uuid primary key,
          name text not null constraint ${ident('_role_name')} unique,
          description text,
          administrator boolean not null default false,
          managed boolean not null default false,
          version integer not null default 1,
          created_on timestamptz not null
        )`,
        `create table ${table('_member')} (
          id uuid primary key references ${table('_principal')},
          firstname text not null,
          lastname text not null,
          status text not null check (status in ('invited', 'active', 'disabled')),
          default_role_id uuid references ${table('_role')} on delete set null,
          joined_on timestamptz not null
        )`,
        `create table ${table('_team')} (
          id uuid primary key references ${table('_principal')},
          name text not null constraint ${ident('_team_name')} unique,
          kind text not null check (kind in ('owner', 'access')),
          version integer not null default 1
        )`,
        `create table ${table('_team_member')} (
          team_id uuid not null references ${table('_team')} on delete cascade,
          member_id uuid not null references ${table('_member')} on delete cascade,
          primary key (team_id, member_id)
        )`,
        `create index ${ident('_team_member_member')} on ${table('_team_member')} (member_id)`,
        // The roles of members and teams.
        `create table ${table('_role_member')} (
          role_id uuid not null references ${table('_role')} on delete cascade,
          principal_id uuid not null references ${table('_principal')} on delete cascade,
          primary key (role_id, principal_id)
        )`,
        `create index ${ident('_role_member_principal')} on ${table('_role_member')} (principal_id)`,
      ],
    },
    {
      id: 'environments-003-rights',
      statements: [
        `create table ${table('_privilege')} (
          role_id uuid not null references ${table('_role')} on delete cascade,
          entity_id uuid not null,
          action text not null check (action in ('create', 'read', 'update', 'delete')),
          scope text not null check (scope in ('none', 'user', 'owned', 'unit', 'all')),
          primary key (role_id, entity_id, action)
        )`,
        `create index ${ident('_privilege_entity')} on ${table('_privilege')} (entity_id)`,
        `create table ${table('_field_rule')} (
          role_id uuid not null references ${table('_role')} on delete cascade,
          attribute_id uuid not null,
          may_read boolean not null,
          may_update boolean not null check (may_read or not may_update),
          primary key (role_id, attribute_id)
        )`,
        `create table ${table('_activity')} (
          role_id uuid not null references ${table('_role')} on delete cascade,
          activity text not null,
          primary key (role_id, activity)
        )`,
      ],
    },
    {
      // Activities are called as they are on the wire.
      id: 'environments-004-activities',
      statements: [`update ${table('_activity')} set activity = replace(activity, ' ', '-')`],
    },
  ]
}
