import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The paths, from `root` on, of all files in one of its folders and below; none where it is missing. */
export async function listFiles(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
}

/** One hash over the names and contents of files below `root`. */
export async function hashFiles(root: string, paths: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const path of paths.toSorted())
    hash
      .update(path)
      .update('\0')
      .update(await readFile(join(root, path)))
  return hash.digest('hex')
}
