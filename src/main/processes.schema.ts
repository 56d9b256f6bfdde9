import type { Migration } from '#platform/server/database/migrations.ts'

/** The processes of an installation on one database, each with the storage of its files (decision 41). */
export const processMigrations: readonly Migration[] = [
  {
    id: 'processes-1',
    statements: [
      `create table lintel.process (
        id uuid primary key,
        storage text not null,
        host text not null,
        started_on timestamptz not null default clock_timestamp()
      )`,
    ],
  },
]
