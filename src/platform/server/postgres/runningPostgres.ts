import { readIdentity } from '#platform/server/postgres/identity.ts'
import { isAnswering, connectionStringOf } from '#platform/server/postgres/role.ts'

/**
 * The connection string of a data folder's running PostgreSQL, whichever process supervises the server. Starts and
 * creates nothing.
 */
export async function runningPostgres(folder: string): Promise<string | undefined> {
  const identity = await readIdentity(folder)
  if (identity.port === 0) return undefined
  const connectionString = connectionStringOf(identity, identity.port)
  return (await isAnswering(connectionString)) ? connectionString : undefined
}
