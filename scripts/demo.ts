import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { signIn, signUp, type Client, type Credentials } from './demo/client.ts'
import { demoRows, sizes } from './demo/rows.ts'
import { demoTables } from './demo/tables.ts'
import { lintel } from '../src/main/server.ts'

/**
 * Starts Lintel as `npm start` does and fills a demo environment through the product's own calls: sign-up, change sets
 * and imports. A second run finds what the first one made.
 */
const kept = resolve(process.env['DATA_FOLDER'] ?? '.lintel/data', 'demo.json')
const known = await readFile(kept, 'utf8').then(
  (text) => JSON.parse(text) as Credentials,
  () => undefined,
)
const credentials = known ?? { email: 'demo@example.com', password: `Demo1${randomBytes(6).toString('hex')}` }
const person = known
  ? await signIn(lintel.address, known)
  : await signUp(lintel.address, credentials, { firstname: 'Demo', lastname: 'Maker' })
if (!known) await writeFile(kept, JSON.stringify(credentials), { mode: 0o600 })

const begun = Date.now()
const environment = await environmentOf(person)
const missing = await missingTables(person, environment)
if (missing.length > 0) await fill(person, environment, missing)
console.log(`
The demo is ready after ${Math.round((Date.now() - begun) / 1000)} s: ${lintel.address}/${environment}
Sign in as ${credentials.email} with the password ${credentials.password}
`)

async function environmentOf(client: Client): Promise<string> {
  await client.patch('/user/v1/me', { developermode: true })
  const { value } = await client.get<{ value: { id: string; name: string }[] }>('/env/v1')
  const found = value.find(({ name }) => name === 'Nordwind')
  if (found) return found.id
  const draft = {
    name: 'Nordwind',
    uri: 'nordwind',
    region: process.env['REGION'] ?? 'eu',
    company: 'Nordwind Trading',
    color: '#2563eb',
  }
  return (await client.post<{ id: string }>('/env/v1', draft)).id
}

async function missingTables(client: Client, envid: string) {
  const { value } = await client.get<{ value: { uri: string }[] }>(`/metadata/entity/v1/${envid}`)
  return demoTables.filter(({ uri }) => !value.some((entity) => entity.uri === uri))
}

async function fill(client: Client, envid: string, tables: typeof demoTables): Promise<void> {
  for (const { attributes, ...table } of tables) {
    const { value: made } = await client.get<{ value: { id: string; uri: string }[] }>(`/metadata/entity/v1/${envid}`)
    const target = (uri: string | undefined) => made.find((entity) => entity.uri === uri)?.id
    const drafts = attributes.map(({ lookup, ...draft }) =>
      lookup === undefined ? draft : { ...draft, related_entity: target(lookup) },
    )
    const entity = await client.post<{ id: string }>(`/metadata/entity/v1/${envid}`, { ...table, attributes: drafts })
    await importRows(client, envid, entity.id, table.uri as keyof typeof sizes)
  }
}

async function importRows(client: Client, envid: string, entity: string, table: keyof typeof sizes): Promise<void> {
  const text = demoRows[table]()
  const { id } = await client.upload<{ id: string }>(`/import/v1/${envid}/upload`, `${table}.csv`, text)
  const fields = text.slice(0, text.indexOf('\n')).split(',')
  const columns = fields.map((field, column) => ({ column, field }))
  const settings = { encoding: 'utf-8', delimiter: ',', header: true }
  const { job_id } = await client.post<{ job_id: string }>(`/import/v1/${envid}/${id}/start`, {
    settings,
    target: { entity, columns },
  })
  for (;;) {
    const job = await client.get<{ state: string; error: unknown }>(`/job/v1/${envid}/${job_id}`)
    if (job.state === 'succeeded') break
    if (job.state === 'failed' || job.state === 'cancelled') throw new Error(`${table}: ${JSON.stringify(job.error)}`)
    await sleep(200)
  }
  console.log(`${sizes[table].toLocaleString('en')} ${table}`)
}
