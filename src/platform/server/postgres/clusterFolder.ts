import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, lstat, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { accountFor, canEnter, canRun, type Account } from '#platform/server/postgres/account.ts'
import { copyBinaries, installedBinaries, type Binaries } from '#platform/server/postgres/binaries.ts'
import type { Identity } from '#platform/server/postgres/identity.ts'

/** The folders, programs and account of the embedded server. */
export type ClusterFolder = {
  /** Contains the cluster, its log and the lock of the host process. */
  readonly folder: string
  readonly cluster: string
  readonly logFile: string
  readonly binaries: Binaries
  readonly account: Account
  /** A sentence for the log when the folder is not the default. */
  readonly note: string | undefined
}

/**
 * Finds the server's folder of a data folder: inside the data folder, or, when root runs Lintel and the unprivileged
 * user cannot enter the data folder, in a folder that this user can enter. A folder once used stays: the identity
 * stores the path.
 */
export async function findClusterFolder(dataFolder: string, identity: Identity): Promise<ClusterFolder> {
  const inside = join(dataFolder, 'postgres')
  await mkdir(inside, { recursive: true, mode: 0o755 })
  const account = await accountFor(join(identity.place ?? inside, 'cluster'))
  const folder = identity.place ?? (canEnter(account, inside) ? inside : await outsideFolder(dataFolder, account))
  if (!canEnter(account, folder)) {
    throw new Error(`PostgreSQL runs as ${account?.name}, who cannot enter its folder ${folder}; allow it (chmod o+x).`)
  }
  if (account) await chown(folder, account.uid, account.gid)
  const installed = await installedBinaries()
  const binaries = canRun(account, installed.postgres) ? installed : await runnableCopy(installed, account)
  return {
    folder,
    cluster: join(folder, 'cluster'),
    logFile: join(folder, 'postgres.log'),
    binaries,
    account,
    note: noteFor(folder === inside, binaries === installed, folder, account),
  }
}

async function runnableCopy(installed: Binaries, account: Account): Promise<Binaries> {
  const copy = account ? await copyBinaries(installed, await outsideFolder(installed.folder, account)) : installed
  if (canRun(account, copy.postgres)) return copy
  throw new Error('The embedded PostgreSQL does not run on this machine; set DATABASE_URL to a PostgreSQL of your own.')
}

/** Derived from the path, so that a data folder always finds the same outside folder. */
async function outsideFolder(origin: string, account: Account): Promise<string> {
  const name = `lintel-${createHash('sha256').update(resolve(origin)).digest('hex').slice(0, 16)}`
  for (const parent of ['/var/lib', tmpdir(), '/tmp']) {
    const folder = join(parent, name)
    if (!existsSync(dirname(folder)) || !canEnter(account, parent)) continue
    if (!(await claimFolder(folder, [0, process.getuid?.(), account?.uid]))) continue
    await chmod(folder, 0o755)
    return folder
  }
  throw new Error(
    `PostgreSQL cannot run as root, and ${account?.name} can enter neither ${origin} nor /var/lib nor /tmp.`,
  )
}

/**
 * Creates a folder or uses the existing folder; false if neither is possible. The name is predictable and anyone may
 * write to /tmp: an existing entry must be a real folder of one of the owners, not a link or another user's folder.
 */
export async function claimFolder(folder: string, owners: readonly (number | undefined)[]): Promise<boolean> {
  const failure = await mkdir(folder, { mode: 0o755 }).then(() => undefined, codeOf)
  if (failure === undefined) return true
  if (failure !== 'EEXIST') return false
  const found = await lstat(folder)
  if (found.isDirectory() && owners.includes(found.uid)) return true
  const what = found.isDirectory() ? `belongs to user ${found.uid}` : 'is not a folder'
  throw new Error(`${folder} is wanted for PostgreSQL but ${what}; remove it, or set DATABASE_URL.`)
}

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown }).code ?? 'unknown'
}

function noteFor(inside: boolean, original: boolean, folder: string, account: Account): string | undefined {
  if (!account) return undefined
  if (!inside) return `PostgreSQL runs as ${account.name}, who cannot enter the data folder: its data lies in ${folder}`
  if (!original)
    return `PostgreSQL runs as ${account.name} from a copy of its programs, since that user cannot enter this folder`
  return `PostgreSQL runs as ${account.name}, because it does not run as root`
}
