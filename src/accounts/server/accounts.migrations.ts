import { factorMigrations } from '#accounts/server/factors/factors.migrations.ts'
import { peopleMigrations } from '#accounts/server/people.migrations.ts'
import type { Migration } from '#platform/server/database/migrations.ts'

/** The control plane's tables of people, their identities, sessions, codes and throttles, in schema `lintel`. */
export const accountMigrations: readonly Migration[] = [
  {
    id: 'accounts-001-people',
    statements: [
      `create table lintel."user" (
        id uuid primary key,
        firstname text not null,
        lastname text not null default '',
        email text not null constraint user_email unique,
        mobilephone text,
        country text,
        password_hash text,
        status text not null check (status in ('inactive', 'created', 'active by email', 'active by mobile')),
        former_status text,
        email_verified_on timestamptz,
        mobile_verified_on timestamptz,
        locale text not null,
        developer_mode boolean not null default false,
        terms_agreed_on timestamptz not null,
        created_on timestamptz not null,
        updated_on timestamptz not null
      )`,
      `create index user_unverified on lintel."user" (created_on) where status = 'created'`,
      // One row for each way to sign in; `subject` is the provider's name for the person, for local the user's id.
      `create table lintel.identity (
        id uuid primary key,
        user_id uuid not null references lintel."user" on delete cascade,
        provider text not null,
        subject text not null,
        created_on timestamptz not null,
        constraint identity_subject unique (provider, subject)
      )`,
      `create index identity_person on lintel.identity (user_id)`,
    ],
    adopt: ['alter index if exists lintel.identity_user rename to identity_person'],
  },
  {
    id: 'accounts-002-sessions',
    statements: [
      // `key` makes the next tokens from the present ones, and the tokens against cross-site requests.
      `create table lintel.session (
        id uuid primary key,
        user_id uuid not null references lintel."user" on delete cascade,
        method text not null check (method in ('cookie', 'jwt')),
        mode text not null check (mode in ('strict', 'lax')),
        remember_me boolean not null,
        user_agent text,
        key bytea not null,
        created_on timestamptz not null,
        last_seen_on timestamptz not null,
        ends_on timestamptz not null,
        revoked_on timestamptz
      )`,
      `create index session_person on lintel.session (user_id)`,
      `create index session_end on lintel.session (ends_on)`,
      `create table lintel.token (
        hash bytea primary key,
        session_id uuid not null references lintel.session on delete cascade,
        kind text not null check (kind in ('access', 'refresh')),
        expires_on timestamptz not null,
        used_on timestamptz,
        replaced_on timestamptz,
        replaced_by bytea
      )`,
      `create index token_session on lintel.token (session_id)`,
    ],
    adopt: ['alter index if exists lintel.session_user rename to session_person'],
  },
  {
    id: 'accounts-003-codes',
    statements: [
      `create table lintel.verification_code (
        id uuid primary key,
        user_id uuid not null references lintel."user" on delete cascade,
        purpose text not null,
        channel text not null check (channel in ('email', 'mobile')),
        hash bytea not null,
        tries integer not null default 0,
        sent_on timestamptz not null,
        expires_on timestamptz not null,
        constraint verification_code_one unique (user_id, purpose, channel)
      )`,
      // `allowed` is the answer to the latest attempt; blocked attempts change nothing else.
      `create table lintel.rate_limit (
        key bytea primary key,
        tries integer not null,
        last_on timestamptz not null,
        blocked_until timestamptz,
        allowed boolean not null
      )`,
      `create index rate_limit_last on lintel.rate_limit (last_on)`,
    ],
  },
  {
    id: 'accounts-004-sign-ups',
    statements: [
      // Sign-ups that wait for their codes, side by side: none replaces another's password.
      `create table lintel.sign_up (
        id uuid primary key,
        user_id uuid not null references lintel."user" on delete cascade,
        ticket bytea not null constraint sign_up_ticket unique,
        firstname text not null,
        lastname text not null,
        mobilephone text,
        country text,
        password_hash text not null,
        locale text not null,
        created_on timestamptz not null
      )`,
      'create index sign_up_person on lintel.sign_up (user_id, created_on desc)',
      'create index sign_up_age on lintel.sign_up (created_on)',
      `alter table lintel.verification_code add sign_up_id uuid references lintel.sign_up on delete cascade,
        drop constraint verification_code_one,
        add constraint verification_code_one unique nulls not distinct (user_id, purpose, channel, sign_up_id)`,
      'create index verification_code_sign_up on lintel.verification_code (sign_up_id)',
      // People who were waiting when drafts were part of the account continue by password; their browsers have no
      // ticket.
      `insert into lintel.sign_up (id, user_id, ticket, firstname, lastname, mobilephone, country, password_hash, locale, created_on)
        select gen_random_uuid(), id, uuid_send(gen_random_uuid()), firstname, lastname, mobilephone, country, password_hash, locale,
          updated_on
        from lintel."user" where status = 'created' and email_verified_on is null and password_hash is not null`,
      `update lintel.verification_code set sign_up_id = sign_up.id from lintel.sign_up
        where sign_up.user_id = verification_code.user_id`,
      `update lintel."user" set password_hash = null where id in (select user_id from lintel.sign_up)`,
    ],
  },
  {
    id: 'accounts-005-api-keys',
    statements: [
      // `environment_id` is the one environment that the key reaches; all of its person's without.
      `create table lintel.api_key (
        id uuid primary key,
        user_id uuid not null references lintel."user" on delete cascade,
        name text not null,
        environment_id uuid,
        hash bytea not null constraint api_key_hash unique,
        created_on timestamptz not null,
        expires_on timestamptz,
        last_used_on timestamptz,
        revoked_on timestamptz
      )`,
      'create index api_key_person on lintel.api_key (user_id)',
    ],
  },
  ...peopleMigrations,
  ...factorMigrations,
]
