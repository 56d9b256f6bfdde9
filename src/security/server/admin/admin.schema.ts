import type { Migration } from '#platform/server/database/migrations.ts'

/** Invites are stored in the control plane, because a code is looked up before its environment is known. */
export const inviteMigrations: readonly Migration[] = [
  {
    id: 'security-invites-1',
    statements: [
      // Roles, units and teams are of the environment's schema, so no foreign key names them.
      `create table lintel.invite (
        id uuid primary key,
        environment_id uuid not null references lintel.environment on delete cascade,
        hash bytea not null constraint invite_hash unique,
        email text,
        role_id uuid,
        unit_id uuid,
        team_id uuid,
        uses integer not null check (uses > 0),
        used integer not null default 0 check (used <= uses),
        expires_on timestamptz not null,
        created_by uuid not null references lintel."user" on delete cascade,
        created_on timestamptz not null,
        revoked_on timestamptz
      )`,
      'create index invite_environment on lintel.invite (environment_id, created_on desc)',
      'create index invite_inviter on lintel.invite (created_by)',
    ],
  },
]
