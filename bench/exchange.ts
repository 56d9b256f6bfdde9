import { createReadStream, createWriteStream } from 'node:fs'
import { openAsBlob } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import copyStreams from 'pg-copy-streams'
import { newEntity, type Maker } from '../test/support/maker.ts'
import { accountAttributes, type Accounts } from './accounts.ts'

/** A whole table out or in through the server, beside `COPY` of the same rows by a client; the best of some rounds, in seconds. */
export type ExchangeRow = {
  readonly name: string
  readonly ours: number
  readonly copy: number
  readonly goal: number
  readonly memory: number
}

export type ExchangeOptions = {
  readonly maker: Maker
  readonly client: Client
  readonly accounts: Accounts
  readonly port: number
  readonly folder: string
  readonly rounds: number
  readonly memory: () => Promise<number>
}

const own = ['name', ...accountAttributes.map(({ uri }) => uri)]
const common = [
  'id',
  'version',
  'created_on',
  'created_by_id',
  'updated_on',
  'updated_by_id',
  'owner_id',
  'owning_unit_id',
]

/** Exports the accounts as CSV, and imports that file into a table like theirs, in alternation with `COPY`. */
export async function measureExchange(options: ExchangeOptions): Promise<ExchangeRow[]> {
  const { client, accounts, folder, rounds } = options
  const [exported, copied] = [join(folder, 'exported.csv'), join(folder, 'copied.csv')]
  const out = await best(options, {
    name: 'export of all rows, 8 columns, CSV',
    goal: 1.1,
    ours: () => exportTo(options, exported),
    copy: () => copyTo(client, `copy (select ${list(own)} from ${accounts.table}) to stdout (format csv)`, exported),
  })
  await exportTo(options, exported)
  await copyTo(
    client,
    `copy (select ${list([...common, ...own])} from ${accounts.table}) to stdout (format csv)`,
    copied,
  )
  const target = await newEntity(options.maker, { id: accounts.environment, uri: '', schema: '' }, 'incoming', [
    ...accountAttributes,
  ])
  const table = accounts.table.replace('"accounts"', '"incoming"')
  const empty = () => client.query(`truncate ${table}`).then(() => undefined)
  // A table that has grown gets indexes for searches, which both sides shall have.
  await importFrom(options, target.id, exported)
  await indexesBuilt(client)
  const into = await best(
    { ...options, rounds },
    {
      name: 'import of the same, with checks and events',
      goal: 1.5,
      before: empty,
      ours: () => importFrom(options, target.id, exported),
      copy: async () => {
        await empty()
        const sink = client.query(
          copyStreams.from(`copy ${table} (${list([...common, ...own])}) from stdin (format csv)`),
        )
        await pipeline(createReadStream(copied, { highWaterMark: 256 * 1024 }), sink)
      },
    },
  )
  return [out, into]
}

type Compared = {
  readonly name: string
  readonly goal: number
  readonly before?: () => Promise<void>
  readonly ours: () => Promise<number | void>
  readonly copy: () => Promise<void>
}

async function best({ rounds, memory }: ExchangeOptions, compared: Compared): Promise<ExchangeRow> {
  const times = { ours: Number.POSITIVE_INFINITY, copy: Number.POSITIVE_INFINITY }
  let most = 0
  for (let round = 0; round < rounds; round++) {
    for (const side of ['ours', 'copy'] as const) {
      await compared.before?.()
      const start = performance.now()
      const told = await compared[side]()
      times[side] = Math.min(times[side], told ?? performance.now() - start)
      most = Math.max(most, await memory())
    }
  }
  return { name: compared.name, goal: compared.goal, ours: times.ours / 1000, copy: times.copy / 1000, memory: most }
}

async function exportTo({ maker, accounts, port }: ExchangeOptions, file: string): Promise<void> {
  const address = `http://127.0.0.1:${port}/api/export/v1/${accounts.environment}/${accounts.entity}?columns=${own.join()}&header=uri`
  const answer = await fetch(address, { headers: { authorization: `Bearer ${maker.token}`, host: 'localhost' } })
  if (!answer.ok || !answer.body) throw new Error(await answer.text())
  await pipeline(Readable.fromWeb(answer.body as never), createWriteStream(file))
}

async function copyTo(client: Client, text: string, file: string): Promise<void> {
  await pipeline(client.query(copyStreams.to(text)), createWriteStream(file))
}

/** How long the import itself took, behind the upload, in milliseconds. */
async function importFrom({ maker, accounts, port }: ExchangeOptions, entity: string, file: string): Promise<number> {
  const root = `/api/import/v1/${accounts.environment}`
  const form = new FormData()
  form.append('file', await openAsBlob(file), 'accounts.csv')
  const sent = await fetch(`http://127.0.0.1:${port}${root}/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${maker.token}` },
    body: form,
  })
  const made = (await sent.json()) as { id: string }
  const columns = own.map((field, column) => ({ column, field }))
  const start = performance.now()
  const started = await maker.send('POST', `${root}/${made.id}/start`, {
    settings: { encoding: 'utf-8', delimiter: ',', header: true },
    target: { entity, columns },
  })
  if (started.status !== 202) throw new Error(started.text)
  const { job_id } = started.json<{ job_id: string }>()
  for (;;) {
    const job = (await maker.send('GET', `/api/job/v1/${accounts.environment}/${job_id}`)).json<{
      state: string
      ended_on: string | null
      error: unknown
    }>()
    if (job.state === 'succeeded') return performance.now() - start
    if (job.ended_on !== null) throw new Error(JSON.stringify(job.error))
    await pause(20)
  }
}

/** Waits until no index is being built, for two seconds at least. */
async function indexesBuilt(client: Client): Promise<void> {
  for (let quiet = 0; quiet < 20; quiet++) {
    const { rowCount } = await client.query(
      `select 1 from pg_stat_activity where state = 'active' and query ilike '%index concurrently%' and pid <> pg_backend_pid()`,
    )
    if (rowCount) quiet = 0
    await pause(100)
  }
}

function list(columns: readonly string[]): string {
  return columns.map((column) => `"${column}"`).join(', ')
}

/** The rows as a table of the results. */
export function sayExchange(rows: readonly ExchangeRow[]): string {
  const lines = rows.map(
    ({ name, ours, copy, goal, memory }) =>
      `| ${name} | ${ours.toFixed(2)} | ${copy.toFixed(2)} | ${(ours / copy).toFixed(2)}x | ${goal}x | ${memory} |`,
  )
  return `| whole table | ours s | COPY s | ratio | goal | server MB |\n| --- | --- | --- | --- | --- | --- |\n${lines.join('\n')}`
}
