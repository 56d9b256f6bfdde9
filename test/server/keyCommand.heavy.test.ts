import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueKey, withDatabase } from '../../src/main/keys.ts'
import { newEnvironment, newMaker, type Place } from '../support/maker.ts'
import { startServer, type ServerProcess } from '../support/serverProcess.ts'

const script = fileURLToPath(new URL('../../scripts/key.ts', import.meta.url))

let folder: string
let server: ServerProcess
let acme: Place
let other: Place

// An installation as `npm start` makes it, with the embedded PostgreSQL.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lintel-keys-'))
  server = await startServer({ dataFolder: join(folder, 'data') })
  const ilze = await newMaker(server.send, 'ilze@example.org')
  acme = await newEnvironment(ilze, 'acme')
  other = await newEnvironment(ilze, 'other')
}, 120_000)
afterAll(async () => {
  await server?.end('SIGTERM')
  await rm(folder, { recursive: true, force: true })
})

type Said = { readonly code: number; readonly output: string; readonly errors: string }

function run(parameters: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Said> {
  const env = { ...process.env, DATABASE_URL: '', BASE_URL: '', PORT: '', DATA_FOLDER: join(folder, 'data'), ...more }
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...parameters], { env }, (error, output, errors) => {
      resolve({ code: error ? Number(error.code) : 0, output, errors })
    })
  })
}

const installation = () => ({ databaseUrl: undefined, dataFolder: join(folder, 'data') })
const keyIn = ({ output }: Said) => /lintel_[\w-]+/.exec(output)?.[0] ?? ''
const read = async (key: string, { id }: Place) => {
  const authorization = `Basic ${Buffer.from(`excel:${key}`).toString('base64')}`
  return (await server.send('GET', `/api/odata/v1/${id}/`, undefined, { authorization })).status
}

test('npm run key makes a key for a person while the installation runs, and tells the addresses for Excel', async () => {
  const said = await run(['--email', 'Ilze@example.org', '--name', 'Excel'], { BASE_URL: 'https://lintel.example.com' })
  expect(said).toMatchObject({ code: 0, errors: '' })
  expect(said.output).toContain('The key "Excel" of ilze@example.org, until it is revoked.')
  for (const { id } of [acme, other]) expect(said.output).toContain(`https://lintel.example.com/api/odata/v1/${id}/`)
  expect([await read(keyIn(said), acme), await read(keyIn(said), other)]).toEqual([200, 200])
})

test('npm run key makes a key for one environment and some days', async () => {
  const said = await run(['--email', 'ilze@example.org', '--environment', 'acme', '--days', '90'], { PORT: '3210' })
  const until = new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10)
  expect(said.output).toContain(`until ${until}`)
  expect(said.output).toContain(`http://localhost:3210/api/odata/v1/${acme.id}/`)
  expect(said.output).not.toContain(other.id)
  expect([await read(keyIn(said), acme), await read(keyIn(said), other)]).toEqual([200, 404])
})

test.each([
  ['an unknown person', { email: 'nobody@example.org' }, /^Nobody has signed up as nobody@example.org/],
  ['a foreign environment', { environment: 'none' }, /no environment with the uri or id none\.$/],
  ['a name of one letter', { name: 'x' }, /^name: /],
  ['too many days', { days: 9999 }, /^days: /],
])('a key for %s is refused with a sentence', async (_what, wrong, sentence) => {
  const wish = { email: 'ilze@example.org', name: 'Excel', ...wrong }
  await expect(withDatabase(installation(), (database) => issueKey(database, wish))).rejects.toThrow(sentence)
})

test('npm run key ends with a sentence where it cannot go on', async () => {
  const [none, unknown, days, nowhere] = await Promise.all([
    run([]),
    run(['--mail', 'x']),
    run(['--email', 'ilze@example.org', '--days', 'many']),
    run(['--email', 'ilze@example.org'], { DATA_FOLDER: join(folder, 'nothing') }),
  ])
  expect([none, unknown, days, nowhere].map(({ code, output }) => `${code}${output}`)).toEqual(['1', '1', '1', '1'])
  expect(none.errors).toMatch(/^Say whose key it is: npm run key -- --email/)
  expect(unknown.errors).toContain('--mail')
  expect(days.errors).toMatch(/^--days must be a whole number/)
  expect(nowhere.errors).toMatch(/^There is no data in .*start Lintel first/)
})

test('npm run key works too while the installation does not run', async () => {
  await server.end('SIGTERM')
  const said = await run(['--email', 'ilze@example.org', '--name', 'By night'])
  expect(said).toMatchObject({ code: 0, errors: '' })
  const text = `select name from lintel.api_key where name = 'By night'`
  const told = `select cause->>'kind' as cause, request_id as request from lintel._audit
    where kind = 'keyMade' and changes->'after'->>'name' = 'By night'`
  const [rows, log] = await withDatabase(installation(), (database) =>
    Promise.all([database.query({ text }), database.query({ text: told })]),
  )
  expect(rows).toHaveLength(1)
  expect(log).toEqual([{ cause: 'system', request: null }])
}, 60_000)
