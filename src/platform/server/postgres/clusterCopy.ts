import { constants } from 'node:fs'
import {
  chmod,
  chown,
  copyFile,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  statfs,
  writeFile,
} from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { readClusterState } from '#platform/server/postgres/controlFile.ts'
import { takeHostLock } from '#platform/server/postgres/hostLock.ts'
import { readIdentity } from '#platform/server/postgres/identity.ts'
import { findClusterFolder } from '#platform/server/postgres/clusterFolder.ts'

/** The description of a copy, stored in `copy.json`. */
export type ClusterCopy = {
  readonly folder: string
  readonly madeOn: Date
  /** `from` is the build of the data, `to` the build that is about to migrate the data. */
  readonly from: string
  readonly to: string
  /** Whether the build `to` completed its migrations. */
  readonly finished: boolean
}

export type CopyOptions = {
  readonly dataFolder: string
  readonly from: string
  readonly to: string
  readonly log: (message: string) => void
}

/** Share of the disk that stays free; with less free space, Lintel would be read-only after the copy. */
const freeShare = 0.07
const atOnce = 8

/** The last copy of a data folder's cluster, if any. */
export async function readCopy(dataFolder: string): Promise<ClusterCopy | undefined> {
  const folder = await findCopyFolder(dataFolder)
  const text = await readFile(join(folder, 'copy.json'), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const { madeOn, ...rest } = JSON.parse(text) as Omit<ClusterCopy, 'madeOn' | 'folder'> & { madeOn: string }
  return { ...rest, folder, madeOn: new Date(madeOn) }
}

/** Notes in the copy that the build `to` completed its migrations. */
export async function finishCopy(copy: ClusterCopy): Promise<void> {
  await writeNote(copy.folder, { ...copy, finished: true })
}

/**
 * Copies the stopped cluster beside itself: as a clone where the file system can, which takes neither time nor space.
 * Replaces the previous copy. Throws a sentence for the operator when the cluster is in use, was not shut down, or does
 * not fit a second time; then everything is as before.
 */
export async function copyCluster({ dataFolder, from, to, log }: CopyOptions): Promise<ClusterCopy> {
  const place = await findClusterFolder(resolve(dataFolder), await readIdentity(dataFolder))
  const folder = await findCopyFolder(dataFolder)
  const lock = await takeHostLock(place.folder)
  try {
    if ((await readClusterState(place.cluster)) !== 'stopped')
      throw new Error(`The database in ${place.cluster} was not shut down, so it cannot be copied. Start again.`)
    const unfinished = `${folder}.new`
    const former = `${folder}.old`
    for (const left of [unfinished, former]) await rm(left, { recursive: true, force: true })
    await mkdir(unfinished)
    const entries = await listEntries(place.cluster)
    const isClone = await canClone(join(place.cluster, 'PG_VERSION'), join(unfinished, 'probe'))
    if (!isClone) await requireRoom(entries, folder)
    log(`Copying the database to ${folder} before it is brought up to date`)
    await copyEntries(entries, place.cluster, join(unfinished, 'cluster'), isClone)
    const copy: ClusterCopy = { folder, madeOn: new Date(), from, to, finished: false }
    await writeNote(unfinished, copy)
    await rename(folder, former).catch(ignoreMissing)
    await rename(unfinished, folder)
    await rm(former, { recursive: true, force: true })
    return copy
  } finally {
    await rm(`${folder}.new`, { recursive: true, force: true })
    await lock.release()
  }
}

async function findCopyFolder(dataFolder: string): Promise<string> {
  const place = await findClusterFolder(resolve(dataFolder), await readIdentity(dataFolder))
  return join(place.folder, 'before-upgrade')
}

async function writeNote(folder: string, { madeOn, from, to, finished }: ClusterCopy): Promise<void> {
  const note = JSON.stringify({ madeOn, from, to, finished }, null, 2)
  await writeFile(join(folder, 'copy.json'), `${note}\n`, { flush: true })
}

type Entry = {
  readonly path: string
  readonly isFolder: boolean
  readonly size: number
  readonly mode: number
  readonly uid: number
  readonly gid: number
}

/** Lists folders before their content. The target of a link counts as the entry itself. */
async function listEntries(root: string, path = '.'): Promise<Entry[]> {
  const found = await stat(join(root, path))
  const { size, mode, uid, gid } = found
  const entry: Entry = {
    path,
    isFolder: found.isDirectory(),
    size: found.isDirectory() ? 0 : size,
    mode: mode & 0o777,
    uid,
    gid,
  }
  if (!entry.isFolder) return [entry]
  const below: Entry[] = []
  for (const name of await readdir(join(root, path))) below.push(...(await listEntries(root, join(path, name))))
  return [entry, ...below]
}

/** Clones one small file as a probe, because file systems do not report whether they can clone. */
async function canClone(origin: string, probe: string): Promise<boolean> {
  const cloned = await copyFile(origin, probe, constants.COPYFILE_FICLONE_FORCE).then(
    () => true,
    () => false,
  )
  await rm(probe, { force: true })
  return cloned
}

async function requireRoom(entries: readonly Entry[], folder: string): Promise<void> {
  const size = entries.reduce((sum, entry) => sum + entry.size, 0)
  const disk = await statfs(join(folder, '..'))
  const room = disk.bavail * disk.bsize - Math.ceil(disk.blocks * disk.bsize * freeShare)
  if (room >= size) return
  throw new Error(
    `Before its data is brought up to date, Lintel copies the database (${megabytes(size)}) to ${folder}, and the disk has room for ${megabytes(Math.max(room, 0))}. Nothing was changed. Make room and start again, or back the data up yourself and start once with UPGRADE_COPY=off (docs/guide/upgrade.md).`,
  )
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_000_000)} MB`
}

async function copyEntries(entries: readonly Entry[], origin: string, target: string, isClone: boolean): Promise<void> {
  for (const { path, mode, uid, gid } of entries.filter(({ isFolder }) => isFolder)) {
    await mkdir(join(target, path), { mode })
    await own(join(target, path), uid, gid)
  }
  const waiting = entries.filter(({ isFolder }) => !isFolder).values()
  const copyNext = async () => {
    // All workers take from one list.
    for (const { path, mode, uid, gid } of waiting) {
      const copied = join(target, path)
      await copyFile(join(origin, path), copied, isClone ? constants.COPYFILE_FICLONE_FORCE : 0)
      await chmod(copied, mode)
      await own(copied, uid, gid)
      await flush(copied)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, copyNext))
}

/** Only root can change owners; other users own their copies already. */
async function own(path: string, uid: number, gid: number): Promise<void> {
  if (process.getuid?.() === 0) await chown(path, uid, gid)
}

/** Flushed to disk: the copy must survive a power cut, since the original is changed next. */
async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+')
  await file.sync().finally(() => file.close())
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
