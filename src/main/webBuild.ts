import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '..', '..')
const folder = join(root, 'dist', 'web')
const stamp = join(folder, '.sources')

/** Builds the web app into dist/web when its sources changed since the last build. Answers the folder. */
export async function buildWeb(log: (line: string) => void): Promise<string> {
  const sources = await fingerprint()
  if ((await readFile(stamp, 'utf8').catch(() => '')) === sources) return folder
  log('Building the web app')
  // In a process of its own, compression included: what the build takes of memory, 500 MB, is free again afterwards.
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  await promisify(execFile)(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: root })
  await writeFile(stamp, sources)
  return folder
}

/** One hash over everything that the build reads: sources, page, public files, configuration, lock file. */
async function fingerprint(): Promise<string> {
  const inputs = ['index.html', 'package-lock.json', 'vite.config.ts']
  for (const name of await readdir(join(root, 'scripts'))) if (name.startsWith('vite')) inputs.push(`scripts/${name}`)
  for (const name of ['src', 'public']) {
    const entries = await readdir(join(root, name), { recursive: true, withFileTypes: true }).catch(() => [])
    for (const entry of entries) {
      const path = join(entry.parentPath, entry.name).slice(root.length + 1)
      if (entry.isFile() && !path.includes('/server/') && !path.includes('.test.')) inputs.push(path)
    }
  }
  const hash = createHash('sha256')
  for (const path of inputs.toSorted())
    hash
      .update(path)
      .update('\0')
      .update(await readFile(join(root, path)))
  return hash.digest('hex')
}
