import type { Migration } from '#platform/server/database/migrations.ts'

/** The control plane's registry of environments: the data needed before an environment's own schema is reached. */
export const environmentMigrations: readonly Migration[] = [
  {
    id: 'environments-001-places',
    statements: [
      'create table lintel.cluster (id text primary key)',
      `insert into lintel.cluster (id) values ('main')`,
      // A region without a cluster is listed, and not available on this installation.
      `create table lintel.region (
        code text primary key,
        position integer not null,
        cluster_id text references lintel.cluster,
        api_host text,
        asset_host text,
        ai_host text
      )`,
      `insert into lintel.region (code, position) values ('eu', 1), ('us', 2), ('ap', 3), ('ru', 4)`,
    ],
  },
  {
    id: 'environments-002-registry',
    statements: [
      `create table lintel.environment (
        id uuid primary key,
        uri text not null,
        name text not null,
        company text,
        url text,
        description text,
        color text,
        icon text,
        region text not null references lintel.region,
        cluster_id text not null references lintel.cluster,
        placement_epoch integer not null default 1,
        schema text not null constraint environment_schema unique,
        collation_locale text not null,
        state text not null check (state in ('active', 'archived', 'deleted')),
        version integer not null default 1,
        created_by uuid not null references lintel."user",
        created_on timestamptz not null,
        updated_by uuid not null,
        updated_on timestamptz not null,
        deleted_on timestamptz
      )`,
      'create index environment_creator on lintel.environment (created_by)',
      // Every uri that leads somewhere, present and former: its key makes uris unique over the installation.
      `create table lintel.environment_uri (
        uri text constraint environment_uri_taken primary key,
        environment_id uuid not null references lintel.environment on delete cascade,
        until timestamptz
      )`,
      'create index environment_uri_environment on lintel.environment_uri (environment_id)',
      // A copy of the data for lists; the rights themselves are stored in the environment.
      `create table lintel.environment_member (
        environment_id uuid not null references lintel.environment on delete cascade,
        user_id uuid not null references lintel."user",
        status text not null check (status in ('invited', 'active', 'disabled')),
        role text not null,
        administrator boolean not null,
        primary key (environment_id, user_id)
      )`,
      'create index environment_member_user on lintel.environment_member (user_id)',
    ],
  },
  {
    id: 'environments-003-announcements',
    statements: [
      `create table lintel.announcement (
        id uuid primary key,
        title text not null,
        body text not null,
        kind text not null check (kind in ('info', 'warning', 'maintenance')),
        audience text not null check (audience in ('all', 'members', 'region')),
        region text references lintel.region,
        locale text,
        valid_from timestamptz not null,
        valid_until timestamptz,
        dismissible boolean not null default true,
        link text
      )`,
    ],
  },
  {
    id: 'environments-004-owner',
    statements: [
      // Owner after a hand-over; null means the creator. Counts against the owner's limit of five environments.
      'alter table lintel.environment add column owner_id uuid references lintel."user"',
      'create index environment_owner on lintel.environment (coalesce(owner_id, created_by))',
      'drop index lintel.environment_creator',
    ],
  },
]
