import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { apiKeySchema } from '#accounts/apiKey.ts'
import { createKey, personOf } from '#accounts/server/keys/apiKeys.ts'
import { environmentsOf } from '#environments/server/registry.ts'
import { Fault, type Problem } from '#faults/fault.ts'
import { parse } from '#faults/schema.ts'
import { defaultLocale } from '#language/locale.ts'
import type { TextKey } from '#language/translate.ts'
import { translateFor } from '#language/server/texts.ts'
import type { Config } from '#main/config.ts'
import { newId } from '#platform/server/newId.ts'
import { openDatabase, type Database } from '#platform/server/database/database.ts'
import { startPostgres } from '#platform/server/postgres/postgres.ts'
import { runningPostgres } from '#platform/server/postgres/runningPostgres.ts'

/**
 * A key that an operator creates for a person. `environment` is an id or a uri; without it the key reaches all of the
 * person's environments.
 */
export type KeyWish = {
  readonly email: string
  readonly name: string
  readonly environment?: string | undefined
  readonly days?: number | undefined
}

/** The created key, shown this once, and the environments that it opens. */
export type IssuedKey = {
  readonly key: string
  readonly name: string
  readonly email: string
  readonly expiresOn: string | undefined
  readonly environments: readonly { readonly name: string; readonly path: string }[]
}

/** Makes a key. Throws a sentence for the operator when that is not possible. */
export async function issueKey(database: Database, wish: KeyWish): Promise<IssuedKey> {
  const person = await personOf(database, wish.email.trim())
  if (!person) throw new Error(`Nobody has signed up as ${wish.email} and verified the address.`)
  const all = await environmentsOf(database, person.id)
  const { environment: wanted } = wish
  const opened = wanted === undefined ? all : all.filter(({ id, uri }) => wanted === id || wanted === uri)
  if (opened.length === 0) throw new Error(missing(person.email, wanted))
  const envid = wanted === undefined ? undefined : opened[0]?.id
  const made = await sentence(async () => {
    const draft = parse(apiKeySchema, { name: wish.name, envid, days: wish.days })
    return createKey({ now: () => new Date(), requestId: null }, database, { ...draft, id: newId(), userId: person.id })
  })
  return {
    key: made.key,
    name: made.name,
    email: person.email,
    expiresOn: made.expires_on?.slice(0, 10),
    environments: opened.map(({ id, name }) => ({ name, path: `/api/odata/v1/${id}/` })),
  }
}

function missing(email: string, environment: string | undefined): string {
  return environment === undefined
    ? `${email} is a member of no environment.`
    : `${email} is a member of no environment with the uri or id ${environment}.`
}

/** Works on the database of an installation, whether it runs at the moment or not. */
export async function withDatabase<Result>(
  config: Pick<Config, 'databaseUrl' | 'dataFolder'>,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const folder = resolve(config.dataFolder)
  const reached = config.databaseUrl ?? (await runningPostgres(folder))
  if (reached === undefined && !existsSync(join(folder, 'postgres.json'))) {
    throw new Error(`There is no data in ${folder} yet: start Lintel first, or set DATA_FOLDER or DATABASE_URL.`)
  }
  const own = reached === undefined ? await startPostgres({ folder, log: () => undefined }) : undefined
  const database = openDatabase({ connectionString: reached ?? own?.connectionString ?? '', connections: 1 })
  try {
    return await work(database)
  } finally {
    await database.stop()
    await own?.stop()
  }
}

// At the command line an error of the catalogue is said as a page says it.
async function sentence<Result>(work: () => Promise<Result>): Promise<Result> {
  const say = ({ code, parameters }: Problem) => translateFor(defaultLocale)(`fault.${code}` as TextKey, parameters)
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const told = error.details.map((problem) => `${problem.target ?? 'key'}: ${say(problem)}`)
    throw new Error(told.join('\n') || say(error), { cause: error })
  }
}
