import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import S3rver from 's3rver'
import { startPostgres } from '../../src/platform/server/postgres/postgres.ts'
import type { Import, UploadState } from '../../src/records/exchange/import/settings.ts'
import { expected, newEnvironment, newMaker, sendTo, type Place, type Send } from '../support/maker.ts'
import { startServer, type ServerProcess } from '../support/serverProcess.ts'
import { isMain, wrongs, type Findings } from './ground.ts'

/**
 * Two processes on one database, each with a data folder of its own. Without a bucket the second must not start, and must
 * say which setting is wrong, for as long as the first lives; killed (-9) it lives no more. With a bucket a file whose pieces
 * came to both is imported by either, and its rejected rows are there at both.
 * node test/faults/twoProcesses.ts [rounds]
 */
const secret = 'the same in both of the processes of a trial'

export type Pair = {
  readonly databaseUrl: string
  start(name: string, env?: Readonly<Record<string, string>>): Promise<ServerProcess>
  /** The settings of a bucket that all see. */
  readonly bucket: Readonly<Record<string, string>>
  stop(): Promise<void>
}

/** A PostgreSQL and an S3 server for processes to come. */
export async function openPair(): Promise<Pair> {
  const folder = await mkdtemp(join(tmpdir(), 'lintel-pair-'))
  await chmod(folder, 0o755)
  const { connectionString, stop } = await startPostgres({ folder: join(folder, 'database'), log: () => undefined })
  const s3 = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: join(folder, 's3'),
    configureBuckets: [{ name: 'lintel' }],
  })
  const { port } = await s3.run()
  return {
    databaseUrl: connectionString,
    start: (name, env = {}) =>
      startServer({
        dataFolder: join(folder, name),
        databaseUrl: connectionString,
        env: { SECRET: secret, ...env },
      }),
    bucket: {
      S3_BUCKET: 'lintel',
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_ACCESS_KEY: 'S3RVER',
      S3_SECRET_KEY: 'S3RVER',
    },
    async stop() {
      await s3.close()
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** What a second process with a folder of its own says when it starts beside the first; nothing where it runs. */
async function refusalOf(pair: Pair, name: string, env?: Readonly<Record<string, string>>): Promise<string> {
  try {
    await (await pair.start(name, env)).end('SIGTERM')
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Starts a process with another folder beside one that lives. */
export async function startBeside(pair: Pair): Promise<Findings> {
  const first = await pair.start('first')
  const findings = judge([await refusalOf(pair, 'second')])
  await first.end('SIGKILL')
  return findings
}

/** The same with a bucket, and with what must not be refused: the same folder, and another one when the first has ended. */
export async function startApart(pair: Pair): Promise<Findings> {
  const first = await pair.start('first')
  const apart = [await refusalOf(pair, 'second'), await refusalOf(pair, 'second', pair.bucket)]
  const same = await refusalOf(pair, 'first')
  await first.end('SIGKILL')
  const afterKill = await refusalOf(pair, 'second')
  const afterStop = await refusalOf(pair, 'second', pair.bucket)
  return {
    ...judge(apart),
    'refusals without another storage that lives': [same, afterKill, afterStop].filter((text) => text !== '').length,
  }
}

function judge(refusals: readonly string[]): Findings {
  const names = (text: string) => text.includes('S3_BUCKET') && text.includes('DATA_FOLDER')
  return {
    'starts beside another storage': refusals.filter((text) => text === '').length,
    'refusals that name no setting': refusals.filter((text) => !names(text)).length,
  }
}

/** Sends a file in two pieces, one to each process, and imports it at the other one than it came to last. */
export async function importAcross(pair: Pair, rounds: number): Promise<Findings> {
  const [a, b] = [await pair.start('a', pair.bucket), await pair.start('b', pair.bucket)]
  try {
    const maker = await newMaker(a.send, 'pair@example.org')
    const place = await newEnvironment(maker, 'pair')
    const speak = (server: ServerProcess): Send => {
      const send = sendTo(`http://127.0.0.1:${server.port}`)
      return (method, path, body, headers) =>
        send(method, path, body, { authorization: `Bearer ${maker.token}`, ...headers })
    }
    const found = { Imports: rounds, 'imports that failed': 0, 'rejected rows that are not there': 0 }
    for (let round = 0; round < rounds; round++) {
      const [first, second] = round % 2 === 0 ? [a, b] : [b, a]
      const came = await sendInTwo(maker.token, place, [first, second])
      const isDone = came && (await importAt(speak(first), place, came, round))
      if (!isDone) found['imports that failed']++
      const rejected =
        came &&
        (await speak(second)('GET', `/api/import/v1/${place.id}/${came.id}/rejected`)).text.includes('not a number')
      if (!rejected) found['rejected rows that are not there']++
    }
    return found
  } finally {
    await a.end('SIGTERM')
    await b.end('SIGTERM')
  }
}

const content = Buffer.from(`city,units\n${'Riga,1\n'.repeat(500)}Porto,not a number\n${'Riga,2\n'.repeat(500)}`)

async function sendInTwo(
  token: string,
  place: Place,
  [first, second]: readonly [ServerProcess, ServerProcess],
): Promise<Import | undefined> {
  const at = ({ port }: ServerProcess) => `http://127.0.0.1:${port}/api/import/v1/${place.id}/upload`
  const authorization = `Bearer ${token}`
  const begun = await fetch(`${at(first)}/begin`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ file: 'cities.csv', size: content.length }),
  })
  const { id } = (await begun.json()) as UploadState
  const half = 1000
  for (const [server, from, to] of [
    [first, 0, half],
    [second, half, content.length],
  ] as const) {
    const body = new FormData()
    body.append('file', new Blob([content.subarray(from, to)]), 'cities.csv')
    const answer = await fetch(`${at(server)}/${id}?offset=${from}`, {
      method: 'POST',
      headers: { authorization },
      body,
    })
    const made = (await answer.json()) as Import | UploadState
    if (!answer.ok) return undefined
    if (!('offset' in made)) return made
  }
  return undefined
}

async function importAt(send: Send, place: Place, made: Import, round: number): Promise<boolean> {
  const { encoding, delimiter, header, skip } = made.guess
  const settings = { encoding: encoding.value, delimiter: delimiter.value, header: header.value, skip }
  const columns = [
    { column: 0, field: 'city', attribute: { name: 'City', uri: 'city', type: 'text' } },
    { column: 1, field: 'units', attribute: { name: 'Units', uri: 'units', type: 'number' } },
  ]
  const uri = `cities${round}`
  const target = { entity: { name: uri, uri, collectionname: uri }, columns }
  const at = `/api/import/v1/${place.id}/${made.id}`
  const tried = await send('POST', `${at}/dryrun`, { settings, target })
  if (tried.status !== 200) return false
  const started = await expected(202, send('POST', `${at}/start`, { settings, target, skiprejected: true }))
  const { job_id } = started.json<{ job_id: string }>()
  for (;;) {
    const { state, result } = (await send('GET', `/api/job/v1/${place.id}/${job_id}`)).json<{
      state: string
      result: { rows?: number } | null
    }>()
    if (['succeeded', 'failed', 'cancelled'].includes(state)) return state === 'succeeded' && result?.rows === 1000
    await pause(50)
  }
}

if (isMain(import.meta.url)) {
  const pair = await openPair()
  try {
    const ours = { ...(await startApart(pair)), ...(await importAcross(pair, Number(process.argv[2] ?? 8))) }
    console.log(JSON.stringify(ours, null, 2))
    process.exitCode = wrongs(ours) === 0 ? 0 : 1
  } finally {
    await pair.stop()
  }
}
