import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { startPostgres } from '../src/platform/server/postgres/postgres.ts'
import { newMaker, type Maker } from '../test/support/maker.ts'
import { startServer } from '../test/support/serverProcess.ts'
import { makeAccounts, type Accounts } from './accounts.ts'

/**
 * Changes of a large table while clients read and write it (quality 1: schema change under load): how long an attribute
 * more takes, how long another type with every value converted, and the worst request of the others meanwhile.
 * node bench/schemaChange.ts [rows [clients]]
 */
const rows = Number(process.argv[2] ?? 1_000_000)
const clients = Number(process.argv[3] ?? 4)

type Load = { readonly worst: number; readonly middle: number; readonly requests: number; readonly failed: number }

const folder = await mkdtemp(join(tmpdir(), 'lintel-bench-'))
await chmod(folder, 0o755)
const endings: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
try {
  await run()
} finally {
  for (const end of endings.toReversed()) await end()
}

async function run(): Promise<void> {
  const postgres = await startPostgres({ folder: join(folder, 'database'), log: () => undefined })
  endings.push(() => postgres.stop())
  const client = new Client({ connectionString: postgres.connectionString })
  await client.connect()
  endings.push(() => client.end())
  const server = await startServer({ databaseUrl: postgres.connectionString, dataFolder: join(folder, 'data') })
  endings.push(() => server.end('SIGTERM'))
  const maker = await newMaker(server.send, 'bench@example.org')
  const accounts = await makeAccounts(maker, client, rows)
  const attributes = `/api/metadata/attribute/v1/${accounts.environment}/${accounts.entity}`
  const { value } = (await maker.send('GET', attributes)).json<{ value: { id: string; uri: string }[] }>()
  const employees = value.find(({ uri }) => uri === 'employees')?.id

  await under(maker, accounts, () => pause(3000))
  const lines = [
    await line('nothing', maker, accounts, () => pause(5000)),
    await line('an attribute more', maker, accounts, async () => {
      const made = await maker.send('POST', attributes, { name: 'More', uri: 'more', type: 'text' })
      if (made.status !== 201) throw new Error(made.text)
    }),
    await line('number to text, every value converted', maker, accounts, () =>
      convert(maker, accounts, { kind: 'attribute.update', id: employees, type: 'text' }),
    ),
    await line('text to decimal, every value converted', maker, accounts, () =>
      convert(maker, accounts, { kind: 'attribute.update', id: employees, type: 'decimal', accept_loss: true }),
    ),
  ]
  console.log(`\n${rows.toLocaleString('en')} rows, ${clients} clients that read and write\n`)
  console.log('| change | took ms | requests | middle ms | worst ms | failed |\n| --- | --- | --- | --- | --- | --- |')
  console.log(lines.join('\n'))
}

async function line(name: string, maker: Maker, accounts: Accounts, work: () => Promise<void>): Promise<string> {
  const start = performance.now()
  let took = 0
  const load = await under(maker, accounts, async () => {
    await work()
    took = performance.now() - start
    // What comes behind the commit counts too.
    await pause(1000)
  })
  const cells = [name, took, load.requests, load.middle, load.worst, load.failed]
  return `| ${cells.map((cell) => (typeof cell === 'number' ? Math.round(cell) : cell)).join(' | ')} |`
}

/** Requests of other people while work is done. */
async function under(maker: Maker, { environment, ids }: Accounts, work: () => Promise<void>): Promise<Load> {
  const path = `/api/odata/v1/${environment}/accounts`
  const ending = new AbortController()
  const times: number[] = []
  let failed = 0
  const timed = async (...request: Parameters<Maker['send']>) => {
    const start = performance.now()
    const answer = await maker.send(...request)
    times.push(performance.now() - start)
    if (answer.status >= 400) failed++
  }
  const person = async (number: number) => {
    for (let round = number; !ending.signal.aborted; round += clients) {
      const id = ids[round % ids.length] ?? ''
      await timed('PATCH', `${path}(${id})`, { city: `City ${round % 100}` })
      await timed('GET', `${path}(${id})`)
      await timed('GET', `${path}?$orderby=created_on&$top=20`)
      await pause(10)
    }
  }
  const people = Array.from({ length: clients }, (_none, number) => person(number))
  await work()
  ending.abort()
  await Promise.all(people)
  const sorted = times.toSorted((one, other) => one - other)
  return { worst: sorted.at(-1) ?? 0, middle: sorted[sorted.length >> 1] ?? 0, requests: times.length, failed }
}

async function convert(maker: Maker, { environment }: Accounts, operation: object): Promise<void> {
  const asked = await maker.send('POST', `/api/metadata/change/v1/${environment}`, { operations: [operation] })
  if (asked.status >= 300) throw new Error(asked.text)
  const { job_id } = asked.json<{ job_id?: string }>()
  if (job_id === undefined) return
  for (;;) {
    const job = (await maker.send('GET', `/api/job/v1/${environment}/${job_id}`)).json<{ state: string }>()
    if (job.state === 'succeeded') return
    if (['failed', 'cancelled'].includes(job.state)) throw new Error(JSON.stringify(job))
    await pause(200)
  }
}
