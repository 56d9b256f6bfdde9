import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureCluster, writeSettings, type Settings } from '#platform/server/postgres/cluster.ts'
import { watchDisk, type DiskOptions, type DiskState } from '#platform/server/postgres/disk.ts'
import { takeHostLock, type HostLock } from '#platform/server/postgres/hostLock.ts'
import { keepIdentity, readIdentity, type Identity } from '#platform/server/postgres/identity.ts'
import { findClusterFolder, type ClusterFolder } from '#platform/server/postgres/clusterFolder.ts'
import { freePort } from '#platform/server/postgres/port.ts'
import { findOrphan, startPostmaster, stopPostmaster, type Postmaster } from '#platform/server/postgres/postmaster.ts'
import { endHostConnections, ensureRole, hostConnectionStringOf, isOurs } from '#platform/server/postgres/role.ts'

/**
 * `ready`: reads and writes. `readOnly`: the disk is nearly full, writes must be refused. `restarting`: the server
 * crashed and is being restarted. `stopped`: ended for good.
 */
export type PostgresState = 'ready' | 'readOnly' | 'restarting' | 'stopped'

export type PostgresOptions = {
  /** The data folder; created if missing. */
  readonly folder: string
  readonly log: (message: string) => void
  /** Overrides of Lintel's settings, for instance for tests that need no durability. */
  readonly settings?: Settings
  readonly disk?: Pick<DiskOptions, 'freeShare' | 'every'>
}

/** A supervised embedded PostgreSQL. */
export type Postgres = {
  /** Constant for the life of this object, through restarts. */
  readonly connectionString: string
  readonly state: () => PostgresState
  /** Calls the listener at each change of the state; returns a function that removes the listener. */
  onState(listener: (state: PostgresState) => void): () => void
  /** Stops the server cleanly and releases the lock of the folder. */
  stop(): Promise<void>
}

/** Pauses before the restarts of a server that keeps crashing, in milliseconds; the last pause repeats. */
const pauses = [50, 250, 1_000, 2_500, 5_000]
/** A server that lived this long, in milliseconds, counts as healthy: the pauses start from the first again. */
const healthyAfter = 30_000
const startPatience = 60_000
const stopPatience = 10_000

/**
 * Starts or adopts the PostgreSQL of a data folder and supervises the server. Throws a sentence for the operator when
 * that is impossible.
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const folder = resolve(options.folder)
  await mkdir(folder, { recursive: true })
  const known = await readIdentity(folder)
  const place = await findClusterFolder(folder, known)
  if (place.note) options.log(place.note)
  const lock = await takeHostLock(place.folder)
  try {
    await ensureCluster(place, known.adminPassword)
    const running = await adoptOrphan(place, known, options.log)
    const postmaster = running ?? (await startOnFreePort(place, known, options.settings ?? {}))
    const outside = place.folder === resolve(folder, 'postgres') ? undefined : place.folder
    const identity = { ...known, port: postmaster.port, place: outside }
    await keepIdentity(folder, identity)
    await ensureRole(identity, postmaster.port)
    return await supervise(postmaster, place, identity, lock, options)
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** Adopts an orphan that accepts our password; cleanly stops any other server on the cluster. */
async function adoptOrphan(
  place: ClusterFolder,
  identity: Identity,
  log: PostgresOptions['log'],
): Promise<Postmaster | undefined> {
  const orphan = await findOrphan(place.cluster)
  if (!orphan) return undefined
  if (await isOurs(identity, orphan.port, place.cluster)) {
    await endHostConnections(identity, orphan.port)
    log(`Adopted the PostgreSQL (process ${orphan.pid}) that an earlier run left behind`)
    return orphan
  }
  log(`Stopping a PostgreSQL (process ${orphan.pid}) that an earlier run left behind and that does not answer`)
  await stopPostmaster(orphan, stopPatience)
  return undefined
}

async function startOnFreePort(place: ClusterFolder, identity: Identity, settings: Settings): Promise<Postmaster> {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort(attempt === 1 ? identity.port : 0)
    await writeSettings(place, port, settings)
    try {
      return await startPostmaster(place, port, startPatience)
    } catch (error) {
      // Another process may have taken the port meanwhile; the remains of a killed server need a moment to vanish.
      if (attempt === 3) throw error
      await sleep(pauses[attempt] ?? 0)
    }
  }
}

async function supervise(
  first: Postmaster,
  place: ClusterFolder,
  identity: Identity,
  lock: HostLock,
  { folder, log, settings = {}, disk }: PostgresOptions,
): Promise<Postgres> {
  const listeners = new Set<(state: PostgresState) => void>()
  const stopping = new AbortController()
  let postmaster = first
  let alive = true
  let told: PostgresState = 'ready'

  // The first check of the disk may find the disk full before the watch exists.
  let diskState: DiskState = 'roomy'
  const state = (): PostgresState => {
    if (stopping.signal.aborted) return 'stopped'
    if (!alive) return 'restarting'
    return diskState === 'full' ? 'readOnly' : 'ready'
  }
  const tell = () => {
    const now = state()
    if (now === told) return
    told = now
    for (const listener of listeners) listener(now)
  }
  const watch = await watchDisk({
    ...disk,
    folder: place.folder,
    onState(next, share) {
      const free = `${(share * 100).toFixed(1)} % of the disk of ${folder} is free`
      log(next === 'full' ? `Only ${free}: Lintel is read-only until there is room` : `${free}: Lintel writes again`)
      diskState = next
      tell()
    },
  })

  const keepAlive = async () => {
    let crashes = 0
    while (!stopping.signal.aborted) {
      const since = Date.now()
      await postmaster.gone
      if (stopping.signal.aborted) return
      alive = false
      tell()
      crashes = Date.now() - since > healthyAfter ? 1 : crashes + 1
      log('PostgreSQL ended unexpectedly; it is started again')
      const revived = await revive(crashes)
      if (!revived) return
      postmaster = revived
      alive = true
      tell()
    }
  }
  const revive = async (crashes: number): Promise<Postmaster | undefined> => {
    for (let attempt = crashes; ; attempt++) {
      await sleep(pauses[Math.min(attempt, pauses.length) - 1], undefined, { signal: stopping.signal }).catch(
        () => undefined,
      )
      if (stopping.signal.aborted) return undefined
      try {
        await findOrphan(place.cluster)
        await writeSettings(place, first.port, settings)
        return await startPostmaster(place, first.port, startPatience)
      } catch (error) {
        log(error instanceof Error ? error.message : String(error))
      }
    }
  }
  const keeping = keepAlive()

  let stopped: Promise<void> | undefined
  const stop = async () => {
    watch.stop()
    stopping.abort()
    tell()
    // A start in progress is awaited before the stop, so that no server is left running.
    const revivedLate = alive ? undefined : keeping
    await revivedLate
    await stopPostmaster(postmaster, stopPatience)
    await keeping
    await lock.release()
  }

  return {
    connectionString: hostConnectionStringOf(identity, first.port),
    state,
    onState(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop: () => (stopped ??= stop()),
  }
}
