import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fault } from '#faults/fault.ts'
import { newId } from '#platform/server/newId.ts'
import type { Storage } from '#platform/server/storage.ts'

/**
 * The files of imports, by names such as `{environment}/{import}.csv`. They are written and read on this machine; whatever
 * process goes on with an import finds what another has kept (decision 41).
 */
export type ImportFiles = {
  /** The path on this machine under which a file is written. */
  path(name: string): string
  /** Makes a written file known to all processes. Its content stays the same, unless it is only ever asked for by `read`. */
  keep(name: string): Promise<void>
  /** The path of a kept file on this machine. Fault: `import.unknown`. */
  fetch(name: string): Promise<string>
  /** The bytes of a kept file as it is now; undefined when there is none. */
  read(name: string): Promise<Readable | undefined>
  remove(names: readonly string[]): Promise<void>
  removeFolder(environmentId: string): Promise<void>
  /**
   * Removes files of this machine that are older than a day: what work that broke off has left, copies, and the orphans
   * among the names that are asked about.
   */
  sweep(environmentId: string, now: Date, orphansOf: OrphanSearch): Promise<void>
}

/** Answers the names that the database does not know. */
export type OrphanSearch = (names: readonly string[]) => Promise<readonly string[]>

/** In the storage where other processes see it, else in a folder of this machine. */
export function openImportFiles(storage: Storage, folder: string): ImportFiles {
  return storage.isShared ? bucketFiles(storage, folder) : folderFiles(folder)
}

/** In a folder that all processes see. */
export function folderFiles(folder: string): ImportFiles {
  const path = (name: string) => join(folder, name)
  return {
    path,
    keep: () => Promise.resolve(),
    async fetch(name) {
      if (!(await isThere(path(name)))) throw fault('import.unknown')
      return path(name)
    },
    async read(name) {
      return (await isThere(path(name))) ? createReadStream(path(name)) : undefined
    },
    remove: (names) => removeAll(names.map(path)),
    removeFolder: (environmentId) => rm(path(environmentId), { recursive: true, force: true }),
    async sweep(environmentId, now, orphansOf) {
      const old = (await listOld(path(environmentId), now)).map((name) => `${environmentId}/${name}`)
      const others = old.filter((name) => !leftBehind.test(name))
      await removeAll([...old.filter((name) => leftBehind.test(name)), ...(await orphansOf(others))].map(path))
    },
  }
}

/** In a bucket, with copies in a folder of this machine. */
function bucketFiles(storage: Storage, folder: string): ImportFiles {
  const path = (name: string) => join(folder, name)
  const key = (name: string) => `imports/${name}`
  return {
    path,
    keep: (name) => storage.keepCopy(key(name), path(name)),
    async fetch(name) {
      const file = path(name)
      if (await isThere(file)) return file
      const source = await storage.read(key(name))
      if (!source) throw fault('import.unknown')
      const unfinished = `${file}.${newId()}.new`
      await mkdir(dirname(file), { recursive: true })
      try {
        await pipeline(source, createWriteStream(unfinished, { mode: 0o600 }))
        await rename(unfinished, file)
      } finally {
        await rm(unfinished, { force: true })
      }
      return file
    },
    read: (name) => storage.read(key(name)),
    async remove(names) {
      await removeAll(names.map(path))
      await Promise.all(names.map((name) => storage.remove(key(name))))
    },
    async removeFolder(environmentId) {
      await rm(path(environmentId), { recursive: true, force: true })
      await storage.removeFolder(key(environmentId))
    },
    async sweep(environmentId, now) {
      await removeAll((await listOld(path(environmentId), now)).map((name) => path(`${environmentId}/${name}`)))
    },
  }
}

const day = 24 * 60 * 60 * 1000
/** What is renamed or removed when the work is done; `.part` and `.part.json` are uploads of earlier versions. */
const leftBehind = /\.(?:table|new|texts|starts|part|part\.json)$/

async function listOld(folder: string, now: Date): Promise<string[]> {
  const old: string[] = []
  for (const name of await readdir(folder).catch(() => [])) {
    const found = await stat(join(folder, name)).catch(() => undefined)
    if (found && now.getTime() - found.mtimeMs > day) old.push(name)
  }
  return old
}

async function isThere(file: string): Promise<boolean> {
  return (await stat(file).catch(() => undefined)) !== undefined
}

async function removeAll(files: readonly string[]): Promise<void> {
  await Promise.all(files.map((file) => rm(file, { force: true })))
}
