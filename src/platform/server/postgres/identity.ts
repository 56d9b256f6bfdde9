import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What a data folder remembers of its server: kept in a file that only its owner can read. */
export type Identity = {
  /** Of the superuser, who only sets the server up. */
  readonly adminPassword: string
  /** Of the role that Lintel works as: it owns its database and may make roles, nothing more. */
  readonly password: string
  readonly port: number
  /** The folder of the cluster, when it is not the one inside the data folder. */
  readonly place?: string | undefined
}

/** The identity kept in the data folder; a new one with random passwords when there is none. */
export async function readIdentity(dataFolder: string): Promise<Identity> {
  const text = await readFile(join(dataFolder, 'postgres.json'), 'utf8').catch(missing)
  if (text !== undefined) return JSON.parse(text) as Identity
  return { adminPassword: secret(), password: secret(), port: 0 }
}

/** Keeps the identity, whole or not at all. */
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
