import { ident, qualified } from '#platform/sql.ts'
import type { Migration } from '#platform/server/database/migrations.ts'

/** Receivers of shares; and, once, the rights that members of older environments had without roles. */
export function securitySchema(schema: string): Migration[] {
  const table = (name: string) => qualified(schema, name)
  return [
    {
      id: 'security-001-shares',
      statements: [
        `create table ${table('_share')} (
          entity_id uuid not null,
          record_id uuid not null,
          principal_id uuid not null references ${table('_principal')} on delete cascade,
          may_read boolean not null,
          may_update boolean not null default false,
          may_delete boolean not null default false,
          may_share boolean not null default false,
          granted_by_id uuid not null,
          expires_on timestamptz,
          reason text,
          created_on timestamptz not null,
          primary key (entity_id, record_id, principal_id)
        )`,
        // The records that a member reaches by shares: by principal, then by entity.
        `create index ${ident('_share_principal')} on ${table('_share')} (principal_id, entity_id, record_id)`,
      ],
    },
    {
      // Before this migration every member acted on every record; nobody loses rights by the migration.
      id: 'security-002-former-rights',
      statements: [
        `insert into ${table('_privilege')} (role_id, entity_id, action, scope)
          select role.id, entity.id, action, 'all'
          from ${table('_role')} role, ${table('_entity')} entity,
            unnest(array['create', 'read', 'update', 'delete']) action
          where not role.administrator
          on conflict do nothing`,
        `insert into ${table('_activity')} (role_id, activity)
          select role.id, activity
          from ${table('_role')} role, unnest(array['import', 'export', 'bulk-delete', 'disable-records']) activity
          where not role.administrator and exists (select from ${table('_entity')})
          on conflict do nothing`,
        `update ${table('_version')} set access_version = access_version + 1 where exists (select from ${table('_entity')})`,
      ],
    },
    {
      // Viewer, viewed member and end of each view as another member.
      id: 'security-003-view-as',
      statements: [
        `create table ${table('_view_as')} (
          viewer_id uuid not null references ${table('_member')} on delete cascade,
          member_id uuid not null references ${table('_member')} on delete cascade,
          until timestamptz not null,
          primary key (viewer_id, member_id)
        )`,
      ],
    },
    {
      // Sentences about rights that must stay true. `holds`: whether the sentence was true after the last change.
      id: 'security-004-tests',
      statements: [
        `create table ${table('_permission_test')} (
          id uuid primary key,
          role_id uuid not null references ${table('_role')} on delete cascade,
          unit_id uuid references ${table('_unit')} on delete cascade,
          allowed boolean not null,
          action text not null check (action in ('create', 'read', 'update', 'delete')),
          entity_id uuid not null,
          attribute_id uuid,
          owner text not null check (owner in ('self', 'ownUnit', 'below', 'otherUnit', 'anybody')),
          owner_unit_id uuid references ${table('_unit')} on delete cascade,
          holds boolean,
          created_on timestamptz not null
        )`,
      ],
    },
    {
      // One-time upgrades of an environment, such as the effect of a new rule on its rights. An environment without
      // tables has nothing to report.
      id: 'security-005-upgrades',
      statements: [
        `create table ${table('_upgrade')} (id text primary key, done_on timestamptz not null)`,
        `insert into ${table('_upgrade')} (id, done_on)
          select 'hidden-formulas', now() where not exists (select from ${table('_entity')})`,
      ],
    },
  ]
}
