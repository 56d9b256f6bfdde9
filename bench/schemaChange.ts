import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { startPostgres } from '../src/platform/server/postgres/postgres.ts'
import { expected, newMaker, type Maker } from '../test/support/maker.ts'
import { startServer } from '../test/support/serverProcess.ts'
import { makeAccounts, type Accounts } from './accounts.ts'
import { keepSection } from './keep.ts'

/**
 * Changes of a large table while clients read and write it (quality 1: schema change under load): how long an attribute
 * more takes, how long another type with every value converted, and the worst request of the others meanwhile. Each round
 * begins with as long a time of nothing, which tells what the machine itself does to the worst request.
 * node bench/schemaChange.ts [rows [clients [rounds]]]
 */
const rows = Number(process.argv[2] ?? 1_000_000)
const clients = Number(process.argv[3] ?? 4)
const rounds = Number(process.argv[4] ?? 3)

type Load = {
  readonly worst: number
  readonly most: number
  readonly middle: number
  readonly requests: number
  readonly failed: number
}

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

  const update = (changed: object) => () =>
    convert(maker, accounts, { kind: 'attribute.update', id: employees, ...changed })
  const changes: Record<string, (round: number) => Promise<unknown>> = {
    nothing: () => pause(5000),
    'an attribute more': (round) =>
      expected(201, maker.send('POST', attributes, { name: `More ${round}`, uri: `more${round}`, type: 'text' })),
    'number to text, every value converted': update({ type: 'text' }),
    'text to number, every value converted': update({ type: 'number', accept_loss: true }),
  }
  await under(maker, accounts, () => pause(5000))
  const measured: Measured[] = []
  for (let round = 0; round < rounds; round++) {
    for (const [name, work] of Object.entries(changes))
      measured.push(await measure(name, maker, accounts, () => work(round)))
  }
  const text = say(Object.keys(changes), measured)
  console.log(text)
  await keepSection(text)
}

type Measured = Load & { readonly name: string; readonly took: number }

async function measure(
  name: string,
  maker: Maker,
  accounts: Accounts,
  work: () => Promise<unknown>,
): Promise<Measured> {
  const start = performance.now()
  let took = 0
  const load = await under(maker, accounts, async () => {
    await work()
    took = performance.now() - start
    // Steps after the commit count too.
    await pause(1000)
  })
  console.log(name, Math.round(took), load)
  return { name, took, ...load }
}

function say(names: readonly string[], measured: readonly Measured[]): string {
  const lines = names.map((name) => {
    const own = measured.filter((each) => each.name === name)
    const middle = (of: 'took' | 'middle' | 'most' | 'worst') =>
      Math.round(own.map((each) => each[of]).toSorted((a, b) => a - b)[own.length >> 1] ?? 0)
    const sum = (of: 'requests' | 'failed') => own.reduce((total, each) => total + each[of], 0)
    const worst = Math.round(Math.max(...own.map((each) => each.worst)))
    const cells = [
      middle('took'),
      sum('requests'),
      middle('middle'),
      middle('most'),
      middle('worst'),
      worst,
      sum('failed'),
    ]
    return `| ${[name, ...cells].join(' | ')} |`
  })
  return `# Definitions that change under load

${rows.toLocaleString('en')} rows, ${clients} clients that change a record, read it and read a list, one after the other; ${rounds} rounds (\`node
bench/schemaChange.ts ${rows} ${clients} ${rounds}\`). The goal is a worst request of 150 ms and none that fails; the first line
is what the machine, which client, server and PostgreSQL shared, does by itself.

| change | took ms | requests | middle ms | 99.9 of 100 ms | worst ms, middle of the rounds | worst ms of all | failed |
| --- | --- | --- | --- | --- | --- | --- | --- |
${lines.join('\n')}
`
}

/** Requests of other people while work is done. */
async function under(maker: Maker, { environment, ids }: Accounts, work: () => Promise<unknown>): Promise<Load> {
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
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
  return { worst: sorted.at(-1) ?? 0, most: at(0.999), middle: at(0.5), requests: times.length, failed }
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
