import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { installationSchemas, migrateAll } from '#main/migrations.ts'
import { openStore, type Store } from '#main/store.ts'
import { upgradeSchemas } from '#main/upgrade.ts'
import { openDatabase, type Database } from '#platform/server/database/database.ts'
import { checksumOf, type Migration } from '#platform/server/database/migrations.ts'
import { readCopy } from '#platform/server/postgres/clusterCopy.ts'
import { readClusterState } from '#platform/server/postgres/controlFile.ts'
import { findClusterFolder } from '#platform/server/postgres/clusterFolder.ts'
import { readIdentity } from '#platform/server/postgres/identity.ts'
import { emptyDatabase } from '../support/database.ts'
import { mountDisk } from '../faults/diskFull.ts'
import landed from '../support/landedMigrations.json' with { type: 'json' }

// The short forms of test/faults/upgrade.ts, which starts earlier programs.
let database: Database
let drop: () => Promise<void>

beforeAll(async () => {
  const own = await emptyDatabase('upgrade')
  drop = own.drop
  database = openDatabase({ connectionString: own.connectionString, connections: 2 })
  await migrateAll(database, 'first')
})

afterAll(async () => {
  await database.stop()
  await drop()
})

const run = (text: string, ...values: unknown[]) => database.execute({ text, values })
const applied = (id: string) =>
  database.query<{ checksum: string | null; build: string | null }>({
    text: 'select checksum, build from lintel._migration where id = $1',
    values: [id],
  })

test('no migration that has landed is edited or taken away', () => {
  const schema = 'schema'
  const present = { control: installationSchemas.control, environment: installationSchemas.environment(schema) }
  const sums = Object.fromEntries(
    Object.entries(present).map(([part, migrations]) => [
      part,
      Object.fromEntries(
        migrations.map((migration) => [migration.id, checksumOf(part === 'control' ? 'lintel' : schema, migration)]),
      ),
    ]),
  )
  // What a change adds here is to be added to landedMigrations.json, in whatever order; nothing else may change there.
  expect(sums, 'test/support/landedMigrations.json').toEqual(landed)
})

test('data from before builds were noted is adopted by what its catalog shows, with the zones that people had set', async () => {
  await run('alter table lintel._migration drop column checksum, drop column build')
  await run(`delete from lintel._migration where id in ('accounts-024-formats', 'accounts-026-former-zones')`)
  await run(`alter table lintel."user" drop column time_zone, drop column date_format, drop column time_format,
    drop column number_format, add time_zone text, add format_region text`)
  await run(`insert into lintel._migration (id, applied_on) values ('security-admin-1', now())`)
  const person = (email: string, zone: string | null) =>
    run(
      `insert into lintel."user" (id, firstname, email, status, locale, terms_agreed_on, created_on, updated_on, time_zone)
        values ($1, 'Ilze', $2, 'created', 'lv', now(), now(), now(), $3)`,
      randomUUID(),
      email,
      zone,
    )
  await person('riga@example.org', 'Europe/Riga')
  await person('none@example.org', null)
  await migrateAll(database, 'second')
  expect(
    await database.query({ text: `select email, time_zone, date_format from lintel."user" order by email` }),
  ).toEqual([
    { email: 'none@example.org', time_zone: 'auto', date_format: 'auto' },
    { email: 'riga@example.org', time_zone: 'Europe/Riga', date_format: 'auto' },
  ])
  const [adopted] = await applied('accounts-001-people')
  expect(adopted).toMatchObject({ build: 'second', checksum: expect.stringMatching(/^[0-9a-f]{16}$/) })
  // Of a migration that a later build took away nothing is known, and nothing is asked.
  expect(await applied('security-admin-1')).toEqual([{ checksum: null, build: null }])
  await migrateAll(database, 'third')
  expect(await applied('accounts-001-people')).toEqual([adopted])
})

test('data that a newer build has migrated, or another one otherwise, is refused with both builds named', async () => {
  await run(`insert into lintel._migration values ('later-1', now(), 'abc', 'newer')`)
  await expect(migrateAll(database, 'ours')).rejects.toThrow(
    'The data cannot be used by this build: build newer brought the data further (later-1 in lintel) than this build ours knows.',
  )
  await run(`delete from lintel._migration where id = 'later-1'`)
  await run(`update lintel._migration set checksum = 'abc', build = 'other' where id = 'accounts-001-people'`)
  await expect(migrateAll(database, 'ours')).rejects.toThrow(
    'build other applied accounts-001-people in lintel otherwise than this build ours has it',
  )
  await run(`update lintel._migration set checksum = null where id = 'accounts-001-people'`)
  await migrateAll(database, 'ours')
})

test('a migration that fails leaves all schemas as they were, and is named', async () => {
  const fine: Migration = { id: 'fine-1', statements: ['create table lintel.fine (id integer)'] }
  const broken: Migration = { id: 'broken-1', statements: ['create table lintel.half (id integer)', 'select 1 / 0'] }
  const schemas = { ...installationSchemas, control: [...installationSchemas.control, fine, broken] }
  await expect(upgradeSchemas(database, schemas, 'ours')).rejects.toThrow(
    'Build ours could not bring the data up to date: the migration broken-1 of lintel failed: division by zero. Nothing of it was kept.',
  )
  expect(
    await database.query({ text: `select to_regclass('lintel.fine') as fine, to_regclass('lintel.half') as half` }),
  ).toEqual([{ fine: null, half: null }])
  await migrateAll(database, 'ours')
})

test('the embedded database is copied before it is migrated, once for each upgrade, and the copy leads back', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lintel-copy-'))
  await chmod(folder, 0o755)
  try {
    const first = await open(folder, 'one')
    await makeOlder(first)
    await first.stop()
    expect(await readCopy(folder)).toBeUndefined()
    const second = await open(folder, 'two')
    const copy = await readCopy(folder)
    expect(copy).toMatchObject({ from: 'one', to: 'two', finished: true })
    await second.database.execute({ text: `insert into public.notes values ('after')` })
    await second.stop()
    const { cluster, folder: place } = await findClusterFolder(folder, await readIdentity(folder))
    expect(await readClusterState(join(copy?.folder ?? '', 'cluster'))).toBe('stopped')
    // A start that has nothing to migrate leaves the copy alone.
    await (await open(folder, 'three')).stop()
    expect(await readCopy(folder)).toEqual(copy)
    await rename(cluster, `${cluster}.newer`)
    await rename(join(place, 'before-upgrade', 'cluster'), cluster)
    const back = await open(folder, 'two')
    expect(await back.database.query({ text: 'select note from public.notes' })).toEqual([{ note: 'before' }])
    await back.stop()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}, 180_000)

test('without room for the copy the start is refused in words, nothing is changed, and it may be left out', async ({
  skip,
}) => {
  const disk = await mountDisk()
  if (!disk) return skip('no disk can be mounted here')
  try {
    const first = await open(disk.folder, 'one')
    await makeOlder(first)
    await first.stop()
    await disk.fill(0.08)
    await expect(open(disk.folder, 'two')).rejects.toThrow(
      /^Before its data is brought up to date, Lintel copies the database \(\d+ MB\) to \S+, and the disk has room for \d+ MB\. Nothing was changed\./,
    )
    const { cluster, folder } = await findClusterFolder(disk.folder, await readIdentity(disk.folder))
    expect(await readClusterState(cluster)).toBe('stopped')
    expect((await readdir(folder)).filter((name) => name.startsWith('before-upgrade'))).toEqual([])
    await (await open(disk.folder, 'two', { upgradeCopy: false })).stop()
    expect(await readCopy(disk.folder)).toBeUndefined()
  } finally {
    await disk.remove()
  }
}, 180_000)

function open(dataFolder: string, build: string, { upgradeCopy } = { upgradeCopy: true }): Promise<Store> {
  const log = pino({ level: 'silent' })
  const own = { databaseUrl: undefined, bucket: undefined, heavyStatements: undefined }
  return openStore({ ...own, databaseDriver: 'wire', dataFolder, upgradeCopy, build, log })
}

/** As an earlier build left it: without the last migration of the accounts, and with a note. */
async function makeOlder({ database: own }: Store): Promise<void> {
  await own.execute({ text: `delete from lintel._migration where id = 'accounts-026-former-zones'` })
  await own.execute({ text: 'create table public.notes (note text)' })
  await own.execute({ text: `insert into public.notes values ('before')` })
}
