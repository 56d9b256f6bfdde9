import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '../support/maker.ts'
import { openProxy, throughProxy, type Fate, type Proxy } from '../support/proxy.ts'
import { openThings, type Things } from '../support/things.ts'

// Real sockets between server and database, with somebody in between who breaks them off or lets nothing through.
let things: Things
let proxy: Proxy
beforeAll(async () => {
  things = await openThings('lost', {
    connections: 3,
    statementTimeout: 300,
    async reach(connectionString) {
      proxy = await openProxy(Number(new URL(connectionString).port))
      return throughProxy(connectionString, proxy)
    },
  })
})
afterAll(async () => {
  await things.lintel.close()
  await proxy.stop()
})

const fates: Fate[] = ['cutRequest', 'cutAnswer', 'swallowRequest', 'swallowAnswer']
const codeOf = (answer: Answer) => [answer.status, answer.json<{ error: { code: string } }>().error.code]

/** Lets only the next request that holds a text have its fate. */
function doom(text: string, fate: Fate): void {
  proxy.decide((chunk) => {
    if (!chunk.includes(text)) return 'pass'
    proxy.decide(() => 'pass')
    return fate
  })
}

/** The status of an answer, and how long it took, in milliseconds. */
async function timed(answer: Promise<Answer>): Promise<{ answer: Answer; took: number }> {
  const start = performance.now()
  return { answer: await answer, took: performance.now() - start }
}

/** How many records have a title, and events that made them. */
async function found(title: string): Promise<unknown> {
  const { schema } = things.home
  const [counts] = await things.lintel.database.query({
    text: `select count(*)::int as records, (select count(*)::int from "${schema}"._event where record_id = any(array_agg(t.id))) as events
      from "${schema}".things t where title = $1`,
    values: [title],
  })
  return counts
}

describe.each(fates)('%s', (fate) => {
  test('a read is answered with 503 in time, and the next one with 200', async () => {
    const filter = things.records(`?$filter=title%20eq%20'read${fate}'`)
    doom(`read${fate}`, fate)
    const { answer, took } = await timed(things.maker.send('GET', filter))
    expect(codeOf(answer)).toEqual([503, 'server.unavailable'])
    expect(answer.headers['retry-after']).toBe('2')
    expect(took).toBeLessThan(5000)
    expect((await things.maker.send('GET', filter)).status).toBe(200)
  })

  test('a write with an idempotency key that is sent again makes exactly one record', async () => {
    const draft = { title: `write${fate}` }
    const key = { 'idempotency-key': `key of ${fate}` }
    doom(draft.title, fate)
    const { answer, took } = await timed(things.maker.send('POST', things.records(), draft, key))
    expect(codeOf(answer)).toEqual([503, 'server.unavailable'])
    expect(took).toBeLessThan(5000)
    expect((await things.maker.send('POST', things.records(), draft, key)).status).toBe(201)
    expect((await things.maker.send('POST', things.records(), draft, key)).status).toBe(201)
    expect(await found(draft.title)).toEqual({ records: 1, events: 1 })
  })
})

test('the naive twin, which sends again without a key, makes two', async () => {
  doom('twice', 'cutAnswer')
  for (const status of [503, 201])
    expect((await things.maker.send('POST', things.records(), { title: 'twice' })).status).toBe(status)
  expect(await found('twice')).toEqual({ records: 2, events: 2 })
})

test('one record by its key, on a connection that others share, ends in time too', async () => {
  doom(things.record, 'swallowRequest')
  const reads = Array.from({ length: 4 }, () => timed(things.maker.send('GET', things.records(`(${things.record})`))))
  const answers = await Promise.all(reads)
  for (const { took } of answers) expect(took).toBeLessThan(5000)
  // Those that shared the connection with the swallowed one end with it; each of the others is answered.
  const failed = answers.filter(({ answer }) => answer.status !== 200)
  expect(failed.length).toBeGreaterThan(0)
  for (const { answer } of failed) expect(codeOf(answer)).toEqual([503, 'server.unavailable'])
  expect((await things.maker.send('GET', things.records(`(${things.record})`))).status).toBe(200)
})

test('a change of definitions whose connection is swallowed leaves all or nothing, and the next one is not kept waiting', async () => {
  const path = `/api/metadata/attribute/v1/${things.home.id}/${things.entity.id}`
  doom('Swallowed', 'swallowRequest')
  const { answer, took } = await timed(
    things.maker.send('POST', path, { name: 'Swallowed', uri: 'swallowed', type: 'text' }),
  )
  expect(codeOf(answer)).toEqual([503, 'server.unavailable'])
  expect(took).toBeLessThan(5000)
  expect((await things.maker.send('POST', path, { name: 'Next', uri: 'next', type: 'text' })).status).toBe(201)
  const { value } = (await things.maker.send('GET', path)).json<{ value: { uri: string }[] }>()
  expect(value.map(({ uri }) => uri)).not.toContain('swallowed')
})
