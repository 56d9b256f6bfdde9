import type { Migration } from '#platform/server/database/migrations.ts'

/** Tables for external sign-in and second factors, in schema `lintel`. */
export const factorMigrations: readonly Migration[] = [
  {
    id: 'accounts-factors-001',
    statements: [
      // A pending step, which the holder of its ticket may complete: only the ticket's hash is stored.
      `create table lintel.pending (
        hash bytea primary key,
        purpose text not null,
        user_id uuid references lintel."user" on delete cascade,
        body jsonb not null,
        tries integer not null default 0,
        expires_on timestamptz not null
      )`,
      'create index pending_end on lintel.pending (expires_on)',
      'create index pending_person on lintel.pending (user_id)',
      // When the person behind a session last confirmed the session, for actions that require a confirmation.
      'alter table lintel.session add confirmed_on timestamptz',
      // The name or address by which people know their account at a provider.
      'alter table lintel.identity add label text',
      // `secret` is sealed; `last_step` is the newest time step whose code was used, as each is good for one use.
      `create table lintel.totp (
        user_id uuid primary key references lintel."user" on delete cascade,
        secret bytea not null,
        confirmed_on timestamptz,
        last_step bigint not null default 0
      )`,
      `create table lintel.recovery_code (
        user_id uuid not null references lintel."user" on delete cascade,
        hash bytea not null,
        used_on timestamptz,
        primary key (user_id, hash)
      )`,
      `create table lintel.passkey (
        id uuid primary key,
        user_id uuid not null references lintel."user" on delete cascade,
        credential text not null constraint passkey_credential unique,
        public_key bytea not null,
        counter bigint not null,
        transports text[] not null,
        name text not null,
        created_on timestamptz not null,
        last_used_on timestamptz
      )`,
      'create index passkey_person on lintel.passkey (user_id)',
    ],
  },
  {
    id: 'accounts-factors-002',
    statements: [
      // Since when everyone needs a second factor to sign in; null: a second factor is optional.
      'alter table lintel.installation add second_factor_on timestamptz',
      // A passkey is two factors by itself.
      'alter table lintel.session add by_passkey boolean not null default false',
    ],
  },
]
