import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { bareEnvironment } from '#platform/server/postgres/cluster.ts'
import type { ClusterFolder } from '#platform/server/postgres/clusterFolder.ts'
import { isAlive, servesCluster } from '#platform/server/postgres/processes.ts'

/** A running PostgreSQL: a child of this process, or an orphan of an earlier host process. */
export type Postmaster = {
  readonly pid: number
  readonly port: number
  /** Resolves when the process has ended. */
  readonly gone: Promise<void>
}

const logLimit = 20 * 1024 * 1024

/**
 * Starts PostgreSQL in a session of its own, so that a Ctrl C in the terminal does not reach the server directly, and
 * waits until the server is ready.
 */
export async function startPostmaster(place: ClusterFolder, port: number, patience: number): Promise<Postmaster> {
  await turnLog(place.logFile)
  const log = openSync(place.logFile, 'a', 0o600)
  const child = spawn(place.binaries.postgres, ['-D', place.cluster], {
    ...(place.account ? { uid: place.account.uid, gid: place.account.gid } : {}),
    cwd: place.folder,
    env: bareEnvironment,
    stdio: ['ignore', log, log],
    detached: true,
    windowsHide: true,
  })
  closeSync(log)
  const ended = new AbortController()
  const gone = new Promise<void>((resolve) => ended.signal.addEventListener('abort', () => resolve()))
  child.once('exit', () => ended.abort())
  child.once('error', () => ended.abort())
  child.unref()
  const deadline = Date.now() + patience
  while (!ended.signal.aborted && Date.now() < deadline) {
    const file = await readPidFile(place.cluster)
    if (file?.pid === child.pid && file?.ready) return { pid: file.pid, port, gone }
    await sleep(15)
  }
  if (!ended.signal.aborted) child.kill('SIGQUIT')
  await Promise.race([gone, sleep(5_000)])
  throw new Error(`PostgreSQL did not start: ${await lastWords(place.logFile)}`)
}

/**
 * The live PostgreSQL on the cluster that no process supervises, if any. A pid file without a live process is removed.
 */
export async function findOrphan(cluster: string): Promise<Postmaster | undefined> {
  const file = await readPidFile(cluster)
  if (!file) return undefined
  if (!(await servesCluster(file.pid, cluster))) {
    await rm(join(cluster, 'postmaster.pid'), { force: true })
    return undefined
  }
  return { pid: file.pid, port: file.port, gone: untilGone(file.pid) }
}

/**
 * Stops the server by PostgreSQL's "fast" shutdown, which loses nothing; after `patience` milliseconds by the
 * "immediate" shutdown.
 */
export async function stopPostmaster(postmaster: Postmaster, patience: number): Promise<void> {
  signal(postmaster.pid, 'SIGINT')
  if (await endsWithin(postmaster, patience)) return
  signal(postmaster.pid, 'SIGQUIT')
  if (await endsWithin(postmaster, 6_000)) return
  throw new Error(`PostgreSQL (process ${postmaster.pid}) does not stop; end it before the next start.`)
}

async function endsWithin(postmaster: Postmaster, ms: number): Promise<boolean> {
  const timer = new AbortController()
  const late = sleep(ms, false, { signal: timer.signal }).catch(() => false)
  const ended = await Promise.race([postmaster.gone.then(() => true), late])
  timer.abort()
  return ended
}

async function untilGone(pid: number): Promise<void> {
  while (isAlive(pid)) await sleep(100, undefined, { ref: false })
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

type PidFile = { readonly pid: number; readonly port: number; readonly ready: boolean }

/** The lines of postmaster.pid are documented by PostgreSQL: line 1 the process, 4 the port, 8 the state. */
async function readPidFile(cluster: string): Promise<PidFile | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n').map((line) => line.trim())
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  return { pid, port: Number(lines[3] ?? 0), ready: lines[7] === 'ready' }
}

async function turnLog(file: string): Promise<void> {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  )
  if (size > logLimit) await rename(file, `${file}.1`)
}

async function lastWords(file: string): Promise<string> {
  const lines = (await readFile(file, 'utf8').catch(() => '')).trim().split('\n')
  const telling = lines.findLast((line) => /FATAL|PANIC|ERROR/.test(line))
  return `${telling ?? lines.at(-1) ?? 'it said nothing'} (more in ${file})`
}
