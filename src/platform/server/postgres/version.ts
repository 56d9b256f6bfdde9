import { Client } from 'pg'

const oldest = 15

/** Throws a sentence when the operator's PostgreSQL is unreachable or too old. */
export async function requirePostgres(connectionString: string): Promise<void> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const answer = await client.query<{ number: string }>("select current_setting('server_version_num') as number")
    const problem = versionProblem(Number(answer.rows[0]?.number))
    if (problem) throw new Error(problem)
  } catch (error) {
    const reason = error instanceof Error ? error.message || (error as NodeJS.ErrnoException).code : String(error)
    throw new Error(`DATABASE_URL cannot be used: ${reason}`, { cause: error })
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** The problem of a server with this `server_version_num` (such as 140012), if any. */
export function versionProblem(number: number): string | undefined {
  const major = Math.floor(number / 10_000)
  return major >= oldest ? undefined : `Lintel needs PostgreSQL ${oldest} or later, and this one is ${major}.`
}
