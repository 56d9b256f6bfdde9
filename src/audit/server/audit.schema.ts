import { ident, literal, qualified } from '#platform/sql.ts'
import type { Migration } from '#platform/server/database/migrations.ts'

/** Months that have their own part of the log before they begin. */
const monthsAhead = 2

/**
 * The log of a schema, in parts by month, and the seals of its rows. Whoever signs in to the database for us may add to it
 * and read it; that somebody changes or removes rows is refused by the database, also to us (decision 22).
 */
export function auditTables(schema: string): Migration[] {
  const [log, former, seal] = ['_audit', '_audit_before', '_audit_seal'].map((name) => qualified(schema, name))
  return [
    {
      id: 'audit-1',
      statements: [
        // A log from before it had parts becomes the first of them.
        `do $$ begin
          if to_regclass(${literal(log ?? '')}) is not null then
            alter table ${log} rename to _audit_before;
            alter index ${qualified(schema, '_audit_record')} rename to _audit_before_record;
            alter table ${former} alter column seq drop identity, drop constraint _audit_pkey,
              alter column entity_id drop not null, add column area text not null default 'data',
              add constraint _audit_area check (area in ('data', 'definition', 'security', 'access'));
          end if;
        end $$`,
        `create table ${log} (
          seq bigint generated always as identity,
          at timestamptz not null,
          area text not null default 'data',
          kind text not null,
          entity_id uuid,
          record_id uuid,
          by_id uuid,
          cause jsonb not null,
          request_id text,
          changes jsonb not null,
          constraint _audit_area check (area in ('data', 'definition', 'security', 'access')),
          primary key (seq, at)
        ) partition by range (at)`,
        `create index _audit_record on ${log} (record_id, seq)`,
        // The log lies nearly in the order of time, so this costs writers nothing and periods are found by it.
        `create index _audit_at on ${log} using brin (at) with (pages_per_range = 16)`,
        `create table ${qualified(schema, '_audit_rest')} partition of ${log} default`,
        attachFormer(schema),
        makeMonths(schema),
        // One seal for each row; `number` has no gaps.
        `create table ${seal} (
          number bigint primary key,
          seq bigint not null unique,
          at timestamptz not null,
          digest bytea not null,
          hash bytea not null,
          sealed_on timestamptz not null
        )`,
        onlyAdding(schema),
      ],
      // For a while the rights came out wrong where the schema is called like the login.
      adopt: [onlyAdding(schema)],
    },
  ]
}

/**
 * The ends of all chains, away from the logs themselves. `settled`: every row up to this number of the log is sealed, and
 * none will come; `candidate` will be that when no transaction before `horizon` runs any more.
 */
export const auditMigrations: readonly Migration[] = [
  {
    id: 'audit-chains',
    statements: [
      `create table lintel.audit_chain (
        schema text primary key,
        environment_id uuid references lintel.environment on delete cascade,
        number bigint not null default 0,
        hash bytea not null default '',
        settled bigint not null default 0,
        candidate bigint,
        horizon bigint,
        first_number bigint not null default 0,
        first_hash bytea not null default '',
        dropped_before timestamptz,
        sealed_on timestamptz
      )`,
      'create index audit_chain_environment on lintel.audit_chain (environment_id)',
    ],
  },
]

/**
 * Makes the parts of this and the coming months, as far as they are missing. A month of which rows lie in the part for the
 * rest already stays there.
 */
export function makeMonths(schema: string): string {
  const log = qualified(schema, '_audit')
  return `do $$
    declare
      this_month constant timestamp := date_trunc('month', now() at time zone 'UTC');
      beginning timestamptz; ending timestamptz; part text;
    begin
      for ahead in 0..${monthsAhead} loop
        beginning := (this_month + make_interval(months => ahead)) at time zone 'UTC';
        ending := (this_month + make_interval(months => ahead + 1)) at time zone 'UTC';
        part := '_audit_' || to_char(this_month + make_interval(months => ahead), 'YYYY_MM');
        continue when to_regclass(format('%I.%I', ${literal(schema)}, part)) is not null;
        continue when exists (
          select from ${qualified(schema, '_audit_rest')} rest where rest.at >= beginning and rest.at < ending);
        begin
          -- Made first and attached then, because writers do not wait for that.
          execute format('create table %I.%I (like ${log} including defaults including constraints)', ${literal(schema)}, part);
          execute format('alter table ${log} attach partition %I.%I for values from (%L) to (%L)',
            ${literal(schema)}, part, beginning, ending);
        exception when invalid_object_definition then null; -- The part from before reaches into this month.
        end;
      end loop;
    end $$`
}

/**
 * Revokes the change and removal of rows from everybody: from the owning role itself, and from the environment's role,
 * which reaches the partitions only through the parent table.
 */
export function onlyAdding(schema: string): string {
  const [log, seal, role] = [qualified(schema, '_audit'), qualified(schema, '_audit_seal'), ident(schema)]
  return `do $$
    declare
      -- A schema may be called like whoever signs in for us, as the installation's own is.
      has_role constant boolean := exists (
        select from pg_roles where rolname = ${literal(schema)} and rolname <> current_user);
      part regclass;
    begin
      grant select, insert on ${log}, ${seal} to current_user;
      revoke update, delete, truncate on ${log}, ${seal} from current_user;
      for part in select inhrelid::regclass from pg_inherits where inhparent = ${literal(log)}::regclass loop
        execute format('grant select, insert on %s to current_user', part);
        execute format('revoke update, delete, truncate on %s from current_user', part);
        if has_role then execute format('revoke all on %s from ${role}', part); end if;
      end loop;
      if has_role then
        revoke all on ${log}, ${seal} from ${role};
        grant select, insert on ${log} to ${role};
        grant select on ${seal} to ${role};
      end if;
    end $$`
}

function attachFormer(schema: string): string {
  const [log, former] = [qualified(schema, '_audit'), qualified(schema, '_audit_before')]
  return `do $$
    declare ending timestamptz; following bigint;
    begin
      if to_regclass(${literal(former)}) is null then return; end if;
      select (date_trunc('month', greatest(now(), max(at)) at time zone 'UTC') + interval '1 month') at time zone 'UTC',
        coalesce(max(seq), 0) + 1 into ending, following from ${former};
      execute format('alter table ${log} attach partition ${former} for values from (minvalue) to (%L)', ending);
      execute format('alter table ${log} alter column seq restart with %s', following);
    end $$`
}
