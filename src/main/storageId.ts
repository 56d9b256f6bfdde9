import { randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bucket } from '#platform/server/storage.ts'

/**
 * Identifies the storage of a process's files: the same text for two processes with the same files. A bucket is
 * identified by its name and server, a data folder by a random id stored in it.
 */
export async function readStorageId(dataFolder: string, bucket: Bucket | undefined): Promise<string> {
  if (bucket) return `bucket ${bucket.name} at ${bucket.endpoint ?? `Amazon ${bucket.region}`}`
  const file = join(dataFolder, 'storage-id')
  await mkdir(dataFolder, { recursive: true })
  // Two processes that begin at once on the same folder read the one that came first.
  await writeFile(file, randomUUID(), { flag: 'wx', mode: 0o600, flush: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    },
  )
  return `folder ${(await readFile(file, 'utf8')).trim()}`
}
