import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Job } from '../../src/jobs/job.ts'
import type { Import } from '../../src/records/exchange/import/settings.ts'
import { openApiOn, type TestApi } from '../support/apis.ts'
import { expected, newEntity, newEnvironment, newMaker, type Answer, type Maker, type Place } from '../support/maker.ts'
import { upload } from '../support/uploads.ts'

type Values = Readonly<Record<string, unknown>>
type Refusal = { readonly code: string; readonly target?: string | undefined }
/** A way into a record: which record was written, or why none was. */
type Way = (values: Values) => Promise<{ readonly id: string } | Refusal>

let house: TestApi
let maker: Maker
let place: Place
let entity: string
let root: string

beforeAll(async () => {
  house = await openApiOn('write_paths')
  house.work()
  maker = await newMaker(house.send, 'ilze@example.org')
  place = await newEnvironment(maker, 'acme')
  const made = await newEntity(maker, place, 'papers', [
    { name: 'Label', uri: 'label', type: 'text', unique: true },
    { name: 'Card', uri: 'card', type: 'text', validators: [{ name: 'luhn' }] },
    { name: 'Low', uri: 'low', type: 'number' },
    { name: 'High', uri: 'high', type: 'number', validators: [{ name: 'expression', expression: 'high >= low' }] },
    { name: 'Body', uri: 'body', type: 'wysiwyg' },
    { name: 'Code', uri: 'code', type: 'password' },
    { name: 'Files', uri: 'files', type: 'file' },
    { name: 'Number', uri: 'numbered', type: 'autonumber', format: 'N-{0000}' },
  ])
  entity = made.id
  root = `/api/odata/v1/${place.id}/papers`
}, 60_000)
afterAll(() => house.close())

let labels = 0
const base = async () => {
  const body = { label: `base${labels++}`, low: 5, high: 9, code: 'Secret-000', card: '79927398713', body: 'Text' }
  return (await expected(201, maker.send('POST', root, body))).json<{ id: string; label: string }>()
}
const outcome = (answer: Answer): { id: string } | Refusal => {
  if (answer.status < 300) return answer.json<{ id: string }>()
  const { error } = answer.json<{ error: Refusal & { details?: Refusal[] } }>()
  const { code, target } = error.details?.[0] ?? error
  return { code, target }
}
const jobOf = async (answer: Answer): Promise<Job> => {
  const { job_id } = answer.json<{ job_id: string }>()
  for (;;) {
    const job = (await maker.send('GET', `/api/job/v1/${place.id}/${job_id}`)).json<Job>()
    if (job.ended_on) return job
    await pause(20)
  }
}

async function bringIn(values: Values, keys: readonly string[]): Promise<Refusal | undefined> {
  const names = Object.keys(values)
  const cells = Object.values(values).map((value) => `"${Array.isArray(value) ? value.join(';') : String(value)}"`)
  const at = `/api/import/v1/${place.id}`
  const file = await upload(maker.send, `${at}/upload`, 'a.csv', `${names.join(',')}\n${cells.join(',')}\n`)
  const settings = { encoding: 'utf-8', delimiter: ',', header: true, skip: 0 }
  const target = { entity, columns: names.map((field, column) => ({ field, column })), keys }
  const { id } = file.json<Import>()
  const dry = (await expected(200, maker.send('POST', `${at}/${id}/dryrun`, { settings, target }))).json<{
    first: { code: string; header: string }[]
  }>()
  const [problem] = dry.first
  if (problem) return { code: problem.code, target: problem.header }
  const job = await jobOf(await expected(202, maker.send('POST', `${at}/${id}/start`, { settings, target })))
  expect(job.state).toBe('succeeded')
  return undefined
}

const labelled = async (label: string) =>
  (await maker.send('GET', `${root}?$filter=label eq '${label}'`)).json<{ value: { id: string }[] }>().value[0] ?? {
    id: '',
  }

const ways: Record<string, Way> = {
  'a request that creates': async (values) => outcome(await maker.send('POST', root, { low: 5, high: 9, ...values })),
  'a request that changes': async (values) =>
    outcome(await maker.send('PATCH', `${root}(${(await base()).id})`, values)),
  'a file that brings new records': async (values) => {
    const label = `file${labels++}`
    return (await bringIn({ label, low: 5, high: 9, ...values }, [])) ?? labelled(label)
  },
  'a file that changes records': async (values) => {
    const { label } = await base()
    return (await bringIn({ label, ...values }, ['label'])) ?? labelled(label)
  },
  'a change of many': async (values) => {
    const { id } = await base()
    const draft = { action: 'change', records: { ids: [id] }, values }
    const answer = await maker.send('POST', `/api/bulk/v1/${place.id}/${entity}`, draft)
    if (answer.status !== 202) return outcome(answer)
    const job = await jobOf(answer)
    const path = `/api/work/v1/${place.id}/${job.id}/trouble`
    const { value } = (await maker.send('GET', path)).json<{ value: { problems: Refusal[] }[] }>()
    const [problem] = value.flatMap(({ problems }) => problems)
    return problem ? { code: problem.code, target: problem.target } : { id }
  },
  'a return from the trash': async (values) => {
    const { id } = await base()
    await expected(204, maker.send('DELETE', `${root}(${id})`))
    const path = `/api/trash/v1/${place.id}/${entity}/restore`
    const { refused } = (await expected(200, maker.send('POST', path, { ids: [id], values }))).json<{
      refused: { problems: Refusal[] }[]
    }>()
    const [problem] = refused.flatMap(({ problems }) => problems)
    return problem ? { code: problem.code, target: problem.target } : { id }
  },
}

const nobodys = '0190a6e0-0000-7000-8000-000000000001'
const wrong: readonly (readonly [string, Values, Refusal])[] = [
  ['named checks', { card: '79927398710' }, { code: 'validation.luhn', target: 'card' }],
  ['conditions', { high: '1' }, { code: 'validation.condition', target: 'high' }],
  ['files', { files: [nobodys] }, { code: 'validation.file', target: 'files' }],
]

describe.each(Object.keys(ways))('%s', (name) => {
  const write: Way = (values) => ways[name]?.(values) ?? Promise.reject(new Error(name))

  test.each(wrong)('is held to %s', async (_what, values, refusal) => {
    expect(await write(values)).toMatchObject(refusal)
  })

  test('takes an empty text for none', async () => {
    const written = await write({ card: '', body: '<script>x()</script>' })
    if (!('id' in written)) throw new Error(written.code)
    const rows = await house.database.query<Record<string, string>>({
      text: `select card, body from "${place.schema}".papers where id = $1`,
      values: [written.id],
    })
    expect(rows).toEqual([{ card: null, body: null }])
  })

  test('[R184:API] cleans formatted texts, keeps of passwords only hashes, and leaves every record its number', async () => {
    const secret = name === 'a return from the trash' ? {} : { code: 'Secret-123' }
    const written = await write({ body: '<p>a<script>x()</script></p>', ...secret })
    if (!('id' in written)) throw new Error(written.code)
    const [row] = await house.database.query<Record<string, string>>({
      text: `select body, code, numbered from "${place.schema}".papers where id = $1`,
      values: [written.id],
    })
    expect(row?.['body']).toBe('<p>a</p>')
    expect(row?.['code'] ?? '').toMatch(/^\$argon2id\$/)
    expect(row?.['numbered']).toMatch(/^N-\d{4}$/)
  })
})

describe('what is taken back', () => {
  test('is refused where the former value does not hold any more', async () => {
    const { id } = await base()
    const draft = { action: 'change', records: { ids: [id] }, values: { high: 20 } }
    const job = await jobOf(await expected(202, maker.send('POST', `/api/bulk/v1/${place.id}/${entity}`, draft)))
    await expected(200, maker.send('PATCH', `${root}(${id})`, { low: 15 }))
    const undone = await jobOf(
      await expected(202, maker.send('POST', `/api/cause/v1/${place.id}/undo`, { id: job.id, kind: 'bulk' })),
    )
    expect(undone.result).toMatchObject({ done: 0, refused: 1 })
    const { value } = (await maker.send('GET', `/api/work/v1/${place.id}/${undone.id}/trouble`)).json<{
      value: { problems: Refusal[] }[]
    }>()
    expect(value[0]?.problems[0]).toMatchObject({ code: 'validation.condition', target: 'high' })
  })
})
