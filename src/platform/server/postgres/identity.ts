import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The identity of a data folder's server, stored in a file that only its owner can read. */
export type Identity = {
  /** Password of the superuser, used only for the setup of the server. */
  readonly adminPassword: string
  /** Password of Lintel's role, which owns its database and may create roles, nothing more. */
  readonly password: string
  readonly port: number
  /** The folder of the cluster, if not inside the data folder. */
  readonly place?: string | undefined
}

/** Reads the identity of the data folder, or creates an identity with random passwords. */
export async function readIdentity(dataFolder: string): Promise<Identity> {
  const text = await readFile(join(dataFolder, 'postgres.json'), 'utf8').catch(missing)
  if (text !== undefined) return JSON.parse(text) as Identity
  return { adminPassword: secret(), password: secret(), port: 0 }
}

/** Writes the identity atomically. */
export async function keepIdentity(dataFolder: string, identity: Identity): Promise<void> {
  const file = join(dataFolder, 'postgres.json')
  await mkdir(dataFolder, { recursive: true })
  await writeFile(`${file}.new`, `${JSON.stringify(identity, null, 2)}\n`, { mode: 0o600, flush: true })
  await rename(`${file}.new`, file)
}

function secret(): string {
  return randomBytes(24).toString('base64url')
}

function missing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT')
    throw new Error(`Cannot read what the data folder knows of its database: ${error.message}`)
}
