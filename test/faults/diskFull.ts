import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, open, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Database } from '../../src/platform/server/database/database.ts'
import { newId } from '../../src/platform/server/newId.ts'
import { readIdentity } from '../../src/platform/server/postgres/identity.ts'
import { findClusterFolder } from '../../src/platform/server/postgres/clusterFolder.ts'
import { startPostgres } from '../../src/platform/server/postgres/postgres.ts'
import { startPostmaster } from '../../src/platform/server/postgres/postmaster.ts'
import { connectionStringOf } from '../../src/platform/server/postgres/role.ts'
import { prepareWays, tryWays } from './fullDiskWays.ts'
import { isMain, openFaultGround, report, type FaultGround, type Findings } from './ground.ts'

/**
 * The disk fills up below the running server: until it is nearly full, when every way that reads, lets in or makes room must
 * go on and others must not; while records are written, once until it is nearly full and once to the last byte. Writes must be refused with 507 while reads go on, and come back by themselves when there is room again; nothing
 * acknowledged may be lost. When the last byte goes faster than anyone can look, PostgreSQL may end, and then has to come
 * back by itself. The naive twin is a PostgreSQL that nobody watches. Needs the right to mount a disk of its own.
 * node test/faults/diskFull.ts
 */
const size = '256m'
const patience = 60_000

export type Disk = {
  readonly folder: string
  fill(leave: number): Promise<void>
  empty(): Promise<void>
  remove(): Promise<void>
}

/** A small disk in memory; undefined where we may not mount one. */
export async function mountDisk(): Promise<Disk | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'lintel-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    await rm(folder, { recursive: true, force: true })
    return undefined
  }
  const filler = join(folder, 'filler')
  return {
    folder,
    /** Leaves this share of the disk free, from 0 to 1. */
    async fill(leave) {
      const handle = await open(filler, 'a')
      const { blocks, bsize } = await statfs(folder)
      try {
        for (let free = await freeOf(folder); free > blocks * leave; free = await freeOf(folder))
          await handle.write(Buffer.alloc(Math.min(1024 * 1024, Math.ceil(free - blocks * leave) * bsize)))
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      } finally {
        await handle.close()
      }
    },
    empty: () => rm(filler, { force: true }),
    async remove() {
      execFileSync('umount', ['-l', folder])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function freeOf(folder: string): Promise<number> {
  return (await statfs(folder)).bavail
}

/** Fills the disk until `leave` of it is free, waits for the first refusal, makes room, and waits for the first success. */
export async function fillDisk(ground: FaultGround, disk: Disk, leave: number): Promise<Findings> {
  const { maker, place, database } = ground
  const path = `/api/odata/v1/${place.id}/orders`
  const acknowledged: string[] = []
  const seen = { full: 0, unavailable: 0, other: 0, readsWhenFull: 0, failedReads: 0, lost: 0 }
  const text = () => randomBytes(90).toString('base64')
  const write = async (): Promise<number> => {
    const { status, json } = await maker.send('POST', path, { city: text() })
    if (status === 201) acknowledged.push(json<{ id: string }>().id)
    else if (status === 507) seen.full++
    else if (status === 503) seen.unavailable++
    else seen.other++
    return status
  }
  const until = async (wanted: number): Promise<boolean> => {
    for (const start = Date.now(); Date.now() - start < patience; await pause(20))
      if ((await write()) === wanted) return true
    return false
  }
  for (let round = 0; round < 20; round++) await write()
  await disk.fill(leave)
  const isRefused = await until(507)
  for (let round = 0; round < 10; round++) {
    const { status } = await maker.send('GET', `${path}?$top=5`)
    if (status === 200) seen.readsWhenFull++
    else seen.failedReads++
    await write()
  }
  await disk.empty()
  const hasResumed = await until(201)
  const found = await database.query({
    text: `select id from "${place.schema}".orders where id = any($1)`,
    values: [acknowledged],
  })
  return {
    Acknowledged: acknowledged.length,
    'Refused with 507': seen.full,
    'Refused with 503': seen.unavailable,
    'Reads while full': seen.readsWhenFull,
    'other answers': seen.other,
    'reads that failed while full': seen.failedReads,
    'acknowledged records that are lost': acknowledged.length - found.length,
    'servers that did not refuse': isRefused ? 0 : 1,
    'servers that did not resume': hasResumed ? 0 : 1,
  }
}

/** Leaves a twenty-fifth of the disk and tries every way that must be open then, and many that must not. */
export async function tryNearlyFull(ground: FaultGround, disk: Disk): Promise<Findings> {
  const { maker, place, database } = ground
  const send = ground.server().send
  const ways = await prepareWays({ send, maker, email: 'faults@example.org', place, database })
  await disk.fill(nearlyFull)
  const isRefused = await until(ground, 507)
  const tried = await tryWays(ways, (line) => console.log(line))
  await disk.empty()
  const hasResumed = await until(ground, 201)
  return {
    ...tried,
    'servers that did not refuse': isRefused ? 0 : 1,
    'servers that did not resume': hasResumed ? 0 : 1,
  }
}

/**
 * Fills the trash with a sixth of the disk, and the disk until it is nearly full; then purges the trash, the only thing that
 * makes room here. The log that this writes must fit into what is left, and the disk must have room again by itself.
 */
export async function purgeOnFullDisk(ground: FaultGround, disk: Disk): Promise<Findings> {
  const { maker, place, database, entity } = ground
  const ids = Array.from({ length: trashed }, () => newId())
  for (const some of chunksOf(ids))
    await database.execute({
      text: `insert into "${place.schema}"._trash (id, entity_id, record, deleted_on, deleted_by_id, cause)
        select id, $2, jsonb_build_object('name', 'x', 'city', (select string_agg(md5(random()::text || n || id), '') from
          generate_series(1, 600) n)), now(), $3, '{"kind":"request","id":"x"}' from unnest($1::uuid[]) id`,
      values: [some, entity.id, maker.id],
    })
  // After a checkpoint the log takes each page whole at its first change: no purge writes more.
  await checkpoint(disk.folder)
  await disk.fill(nearlyFull)
  const isRefused = await until(ground, 507)
  const [before, freeBefore] = [await logPosition(database), await freeOf(disk.folder)]
  let failed = 0
  for (const some of chunksOf(ids)) {
    const { status } = await maker.send('POST', `/api/trash/v1/${place.id}/${entity.id}/purge`, { ids: some })
    if (status !== 200) failed++
  }
  const written = (await logPosition(database)) - before
  const hasRoom = await until(ground, 201)
  const freed = (await freeOf(disk.folder)) - freeBefore
  await disk.empty()
  return {
    'Records purged': ids.length,
    'Kilobytes of log that this wrote': Math.round(written / 1024),
    'Megabytes that it freed': Math.round((freed * (await statfs(disk.folder)).bsize) / 1024 / 1024),
    'purges that failed': failed,
    'servers that did not refuse': isRefused ? 0 : 1,
    'servers that found no room': hasRoom ? 0 : 1,
  }
}

const nearlyFull = 0.04
const trashed = 2000

const chunksOf = (ids: readonly string[]) =>
  Array.from({ length: ids.length / 200 }, (_, at) => ids.slice(at * 200, (at + 1) * 200))

async function checkpoint(folder: string): Promise<void> {
  const { adminPassword: password, port } = await readIdentity(folder)
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'lintel_admin', password, database: 'postgres' })
  await client.connect()
  await client.query('checkpoint').finally(() => client.end())
}

async function logPosition(database: Database): Promise<number> {
  const [row] = await database.query<{ at: string }>({ text: `select pg_current_wal_lsn() - '0/0' as at` })
  return Number(row?.at)
}

/** Creates records until one is answered so; false when that takes too long. */
async function until({ maker, place }: FaultGround, wanted: number): Promise<boolean> {
  for (const start = Date.now(); Date.now() - start < patience; await pause(100))
    if ((await maker.send('POST', `/api/odata/v1/${place.id}/orders`, { city: 'x' })).status === wanted) return true
  return false
}

/** A PostgreSQL that nobody watches is written to until it ends, and has room again: does it answer? */
async function fillUnwatched(disk: Disk): Promise<Findings> {
  const prepared = await startPostgres({ folder: disk.folder, log: () => undefined })
  await prepared.stop()
  const identity = await readIdentity(disk.folder)
  const postmaster = await startPostmaster(await findClusterFolder(disk.folder, identity), identity.port, 10_000)
  const pool = new pg.Pool({ connectionString: connectionStringOf(identity, identity.port), max: 1 })
  pool.on('error', () => undefined)
  await pool.query('create table filled (text text)')
  await disk.fill(0)
  const isUp = () =>
    pool.query('select count(*) from filled').then(
      () => true,
      () => false,
    )
  let reads = true
  for (let write = 0; write < 200 && reads; write++) {
    const text = `insert into filled select pg_logical_emit_message(false, 'x', repeat('x', 1000000))::text`
    await pool.query(text).catch(() => undefined)
    reads = await isUp()
  }
  await pause(1000)
  await disk.empty()
  await pause(5000)
  const resumed = await isUp()
  await pool.end()
  if (resumed) process.kill(postmaster.pid, 'SIGINT')
  await Promise.race([postmaster.gone, pause(5000)])
  return { 'reads that failed while full': reads ? 0 : 1, 'servers that did not resume': resumed ? 0 : 1 }
}

/** Runs work on a disk of its own; undefined where none can be mounted. */
export async function onSmallDisk<Result>(work: (disk: Disk) => Promise<Result>): Promise<Result | undefined> {
  const disk = await mountDisk()
  try {
    return disk && (await work(disk))
  } finally {
    await disk?.remove()
  }
}

if (isMain(import.meta.url)) {
  const ours = await onSmallDisk(async (disk) => {
    const ground = await openFaultGround(disk.folder)
    try {
      const ways = await tryNearlyFull(ground, disk)
      const purge = await purgeOnFullDisk(ground, disk)
      const nearly = await fillDisk(ground, disk, 0.03)
      const wholly = await fillDisk(ground, disk, 0)
      return { ways, purge, nearly, wholly }
    } finally {
      await ground.stop()
    }
  })
  const naive = await onSmallDisk(fillUnwatched)
  if (!ours || !naive) console.log('No disk can be mounted here.')
  else {
    const titles = {
      ways: 'what goes on on a disk that is nearly full',
      purge: 'a purge that makes room',
      nearly: 'a disk that is nearly full',
      wholly: 'a disk without a byte left',
    } as const
    let isRight = true
    for (const [name, title] of Object.entries(titles) as [keyof typeof titles, string][]) {
      report(title, ours[name], naive)
      isRight &&= process.exitCode === 0
    }
    if (!isRight) process.exitCode = 1
  }
}
