import type { Migration } from '#platform/server/database/migrations.ts'

/** Tables beyond signing in: contact data, links for new passwords, limited keys, administrators. */
export const peopleMigrations: readonly Migration[] = [
  {
    id: 'accounts-020-people',
    statements: [
      // `unverified_on`: since when an address or number that carried the status waits for its verification.
      `alter table lintel."user" add unverified_on timestamptz,
        add platform_administrator boolean not null default false, add status_changed_on timestamptz`,
      `create table lintel.picture (
        user_id uuid primary key references lintel."user" on delete cascade,
        type text not null,
        bytes bytea not null,
        version uuid not null
      )`,
      // The address or number of a code, if not yet the person's own.
      'alter table lintel.verification_code add value text',
      // One at a time for each person: a newer link voids the older one.
      `create table lintel.reset_link (
        user_id uuid primary key references lintel."user" on delete cascade,
        hash bytea not null constraint reset_link_hash unique,
        sent_on timestamptz not null,
        expires_on timestamptz not null
      )`,
      `alter table lintel.api_key add read_only boolean not null default false, add entity_ids uuid[]`,
      // At most one row: notes that an administrator was named. Naming an administrator locks the row.
      `create table lintel.installation (
        one boolean primary key default true check (one),
        set_up_on timestamptz not null,
        set_up_by uuid not null
      )`,
    ],
    // For a while this made columns for a time zone and a region; the zone moves into the column of `accounts-024-formats`.
    adopt: [
      `do $$ begin
        if exists (select from pg_attribute where attrelid = 'lintel."user"'::regclass and attname = 'time_zone' and not attnotnull) then
          alter table lintel."user" rename column time_zone to former_time_zone;
        end if;
      end $$`,
    ],
  },
  {
    id: 'accounts-022-decoys',
    statements: ['alter table lintel.sign_up add decoy boolean not null default false'],
  },
  {
    id: 'accounts-023-links',
    statements: [
      // A newer link leaves the older ones: strangers may ask for them, and must not void the one that is being used.
      `alter table lintel.reset_link drop constraint reset_link_pkey, drop constraint reset_link_hash,
        add constraint reset_link_pkey primary key (hash)`,
      'create index reset_link_person on lintel.reset_link (user_id)',
    ],
  },
  {
    id: 'accounts-024-formats',
    statements: [
      // How a person reads and types moments and numbers; `auto` leaves it to their browser and their language.
      `alter table lintel."user" add time_zone text not null default 'auto', add date_format text not null default 'auto',
        add time_format text not null default 'auto', add number_format text not null default 'auto'`,
    ],
  },
  {
    id: 'accounts-025-longer-counts',
    // Some counts are stored for as long as their attempts are possible.
    statements: ['alter table lintel.rate_limit add forget_on timestamptz'],
  },
  {
    id: 'accounts-026-former-zones',
    statements: [
      `do $$ begin
        if exists (select from pg_attribute where attrelid = 'lintel."user"'::regclass and attname = 'former_time_zone' and not attisdropped) then
          update lintel."user" set time_zone = former_time_zone where former_time_zone is not null;
          alter table lintel."user" drop column former_time_zone;
        end if;
      end $$`,
    ],
  },
]
