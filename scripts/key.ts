import { parseArgs } from 'node:util'
import { readConfig } from '../src/main/config.ts'
import { issueKey, withDatabase, type IssuedKey } from '../src/main/keys.ts'

const usage = 'npm run key -- --email you@example.org [--name Excel] [--environment acme] [--days 90]'

/** Creates an API key for a person and shows the key once, with instructions for Excel and other programs. */
try {
  const { email, name, environment, days } = wishes()
  const config = readConfig(process.env)
  const issued = await withDatabase(config, (database) => issueKey(database, { email, name, environment, days }))
  console.log(shown(issued, config.baseUrl ?? `http://localhost:${config.port}`))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

function wishes() {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ options: { email: text, name: text, environment: text, days: text } })
  const { email, name = 'Command line', environment, days } = values
  if (email === undefined) throw new Error(`Say whose key it is: ${usage}`)
  if (days !== undefined && !/^\d{1,6}$/.test(days)) throw new Error(`--days must be a whole number: ${usage}`)
  return { email, name, environment, days: days === undefined ? undefined : Number(days) }
}

function shown({ key, name, email, expiresOn, environments }: IssuedKey, address: string): string {
  const until = expiresOn === undefined ? 'until it is revoked' : `until ${expiresOn}`
  return `
The key "${name}" of ${email}, ${until}. It is shown this once:

  ${key}

OData addresses, for Excel by Data, Get Data, From OData Feed (Basic; any user name, the key as password):

${environments.map((each) => `  ${each.name}: ${address}${each.path}`).join('\n')}
`
}
