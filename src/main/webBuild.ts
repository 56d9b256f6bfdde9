import { execFile } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { hashFiles, listFiles } from '#main/sourceHash.ts'

const root = join(import.meta.dirname, '..', '..')
const folder = join(root, 'dist', 'web')
const stamp = join(folder, '.sources')

/** Builds the web app into dist/web when its sources changed since the last build. Answers the folder. */
export async function buildWeb(log: (line: string) => void): Promise<string> {
  const sources = await fingerprint()
  if ((await readFile(stamp, 'utf8').catch(() => '')) === sources) return folder
  log('Building the web app')
  // Built and compressed in a process of its own: the 500 MB of memory of the build are free again afterwards.
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  await promisify(execFile)(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: root })
  await writeFile(stamp, sources)
  return folder
}

/** One hash over everything that the build reads: sources, page, public files, configuration, lock file. */
async function fingerprint(): Promise<string> {
  const inputs = ['index.html', 'package-lock.json', 'vite.config.ts']
  for (const name of await readdir(join(root, 'scripts'))) if (name.startsWith('vite')) inputs.push(`scripts/${name}`)
  const sources = (await Promise.all(['src', 'public'].map((name) => listFiles(root, name)))).flat()
  inputs.push(...sources.filter((path) => !path.includes('/server/') && !path.includes('.test.')))
  return hashFiles(root, inputs)
}
