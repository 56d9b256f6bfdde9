import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const root = join(import.meta.dirname, '..', '..')
const folder = join(root, 'dist', 'web')
const stamp = join(folder, '.sources')

/** Builds the web app into dist/web when its sources changed since the last build. Answers the folder. */
export async function buildWeb(log: (line: string) => void): Promise<string> {
  const sources = await fingerprint()
  if ((await readFile(stamp, 'utf8').catch(() => '')) === sources) return folder
  log('Building the web app')
  // In a process of its own: what the build tools take of memory is free again afterwards.
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  await promisify(execFile)(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: root })
  await compressAll(join(folder, 'assets'))
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

/** Leaves a `.br` and a `.gz` beside every file that is worth it. */
async function compressAll(assets: string): Promise<void> {
  const names = (await readdir(assets)).filter((name) => /\.(js|css|svg|json)$/.test(name))
  await Promise.all(
    names.map(async (name) => {
      const path = join(assets, name)
      const bytes = await readFile(path)
      if (bytes.length < 1024) return
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
      await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, quality))
      await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
    }),
  )
}
