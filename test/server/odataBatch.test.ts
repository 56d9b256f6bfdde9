import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openApiOn, type TestApi } from '../support/apis.ts'
import { newEntity, newEnvironment, newMaker, type Maker, type Named, type Place } from '../support/maker.ts'

let house: TestApi
let ilze: Maker
let acme: Place
let customers: Named
let root: string

beforeAll(async () => {
  house = await openApiOn('batch')
  ilze = await newMaker(house.send, 'ilze@example.org')
  acme = await newEnvironment(ilze, 'acme')
  customers = await newEntity(ilze, acme, 'customers', [{ name: 'City', uri: 'city', type: 'text' }])
  await newEntity(ilze, acme, 'invoices', [
    { name: 'Total', uri: 'total', type: 'decimal' },
    { name: 'Code', uri: 'code', type: 'text', unique: true },
    { name: 'Customer', uri: 'customer', type: 'N:1', related_entity: customers.id },
  ])
  root = `/api/odata/v1/${acme.id}/`
})
afterAll(() => house.close())

type Response = {
  id: string
  status: number
  atomicityGroup?: string
  headers: Record<string, string>
  body?: Record<string, unknown>
}
const json = async (requests: unknown, headers = {}): Promise<Response[]> => {
  const answer = await ilze.send('POST', `${root}$batch`, { requests }, headers)
  expect(answer.status, answer.text).toBe(200)
  return answer.json<{ responses: Response[] }>().responses
}
const statuses = (responses: Response[]) => responses.map(({ id, status }) => `${id} ${status}`)
const namesOf = async (set = 'customers') => {
  const answer = await ilze.send('GET', `${root}${set}?$orderby=name`)
  return answer.json<{ value: { name: string }[] }>().value.map(({ name }) => name)
}
const post = (id: string, name: string, more = {}) => ({
  id,
  method: 'POST',
  url: 'customers',
  body: { name },
  ...more,
})

describe('a batch as JSON', () => {
  test('runs its requests in their order, whatever form their addresses have', async () => {
    const responses = await json([
      post('1', 'Service-relative'),
      { ...post('2', 'Host-relative'), url: `${root}customers` },
      { ...post('3', 'Absolute'), url: `http://localhost:3000${root}customers` },
      { id: '4', method: 'get', url: 'customers?$filter=name in (%27Absolute%27,%27Host-relative%27)&$count=true' },
    ])
    expect(statuses(responses)).toEqual(['1 201', '2 201', '3 201', '4 200'])
    expect(responses[3]?.body?.['@odata.count']).toBe(2)
    expect(responses[0]?.headers['location']).toMatch(/customers\(/)
    const elsewhere = { ...post('1', 'Elsewhere'), url: `http://example.org${root}customers` }
    expect(statuses(await json([elsewhere]))).toEqual(['1 404'])
  })

  test('a group happens wholly or not at all', async () => {
    const before = await namesOf()
    const [failed, ...others] = await json([
      post('a', 'Lost', { atomicityGroup: 'g' }),
      { id: 'b', method: 'POST', url: 'customers', body: { name: 7 }, atomicityGroup: 'g' },
      post('c', 'Lost too', { atomicityGroup: 'g' }),
    ])
    expect(failed).toMatchObject({ id: 'b', status: 422, atomicityGroup: 'g' })
    expect(others).toEqual([])
    expect(await namesOf()).toEqual(before)
    const done = await json([
      post('a', 'Kept 1', { atomicityGroup: 'g' }),
      post('b', 'Kept 2', { atomicityGroup: 'g' }),
    ])
    expect(done.map(({ status, atomicityGroup }) => [status, atomicityGroup])).toEqual([
      [201, 'g'],
      [201, 'g'],
    ])
    expect(await namesOf()).toEqual(expect.arrayContaining(['Kept 1', 'Kept 2']))
  })

  test('later requests refer to earlier ones in address, body and If-Match', async () => {
    const responses = await json([
      post('new', 'Referred', { atomicityGroup: 'g' }),
      {
        id: 'named',
        method: 'PATCH',
        url: '$new',
        body: { city: 'Riga' },
        headers: { 'if-match': '$new' },
        atomicityGroup: 'g',
      },
      { id: 'read', method: 'GET', url: '$new?$select=city', dependsOn: ['g'] },
    ])
    expect(statuses(responses)).toEqual(['new 201', 'named 200', 'read 200'])
    expect(responses[2]?.body?.['city']).toBe('Riga')
  })

  test('stops at the first failure unless it shall go on; what depends on a failure is not done', async () => {
    const requests = [
      { id: 'bad', method: 'GET', url: 'nothing' },
      post('needs', 'Never', { dependsOn: ['bad'] }),
      post('free', 'Done all the same'),
    ]
    expect(await json(requests)).toHaveLength(1)
    const all = await json(requests, { prefer: 'continue-on-error' })
    expect(all.map(({ status }) => status)).toEqual([expect.any(Number), 424, 201])
    expect(await namesOf()).not.toContain('Never')
  })

  test('numbers come through as they were written', async () => {
    const body = `{"requests":[{"id":"1","method":"POST","url":"invoices","body":{"name":"Exact","total":1234567890123456.78}},
      {"id":"2","method":"GET","url":"invoices?$filter=name eq 'Exact'&$select=total"}]}`
    const answer = await ilze.send('POST', `${root}$batch`, body, { 'content-type': 'application/json' })
    expect(answer.text).toContain('"total":1234567890123456.78')
  })

  test.each([
    ['no requests', {}],
    ['an id twice', { requests: [post('1', 'A'), post('1', 'B')] }],
    ['no id', { requests: [{ method: 'GET', url: 'customers' }] }],
    [
      'a group that is torn apart',
      { requests: [post('1', 'A', { atomicityGroup: 'g' }), post('2', 'B'), post('3', 'C', { atomicityGroup: 'g' })] },
    ],
    ['a wait for what comes later', { requests: [post('1', 'A', { dependsOn: ['2'] }), post('2', 'B')] }],
    ['headers that are none', { requests: [post('1', 'A', { headers: [1] })] }],
    ['more requests than 1,000', { requests: Array.from({ length: 1001 }, (_, index) => post(String(index), 'A')) }],
  ])('refuses %s whole', async (_name, body) => {
    const before = await namesOf()
    const answer = await ilze.send('POST', `${root}$batch`, body)
    expect(answer.status).toBe(400)
    expect(await namesOf()).toEqual(before)
  })

  test('a batch in a batch, another host path and another environment are refused one by one', async () => {
    const responses = await json(
      [
        { id: '1', method: 'POST', url: '$batch', body: { requests: [] } },
        { id: '2', method: 'GET', url: '/api/env/v1' },
        { id: '3', method: 'GET', url: `/api/odata/v1/${customers.id}/customers` },
        { id: '4', method: 'GET', url: '../../env/v1' },
        { id: '5', method: 'TRACE', url: 'customers' },
      ],
      { prefer: 'odata.continue-on-error=true' },
    )
    expect(statuses(responses)).toEqual(['1 400', '2 404', '3 404', expect.stringMatching(/4 4\d\d/), '5 405'])
  })
})

const multipart = async (text: string, headers = {}) => {
  const type = { 'content-type': 'multipart/mixed;boundary=b', ...headers }
  const answer = await ilze.send('POST', `${root}$batch`, text, type)
  return { status: answer.status, body: answer.text, type: String(answer.headers['content-type']) }
}
const part = (request: string, id?: string) =>
  `--b\nContent-Type: application/http\nContent-Transfer-Encoding: binary\n${id ? `Content-ID: ${id}\n` : ''}\n${request}\n`
const changeSet = (...requests: string[]) =>
  `--b\nContent-Type: multipart/mixed; boundary="c s"\n\n${requests.map((request, index) => `--c s\nContent-Type: application/http\nContent-ID: ${index + 1}\n\n${request}\n`).join('')}--c s--\n`
const creating = (name: string) => `POST customers HTTP/1.1\nContent-Type: application/json\n\n{"name":"${name}"}`
const broken = 'POST customers HTTP/1.1\nContent-Type: application/json\n\n{"name":7}'

describe.each([
  ['LF', (text: string) => text],
  ['CRLF', (text: string) => text.replaceAll('\n', '\r\n')],
])('a batch as multipart with lines that end in %s', (ending, lines) => {
  test('answers reads and change sets in their order', async () => {
    const text = `${part('GET customers/$count HTTP/1.1\n')}${changeSet(
      creating(`One ${ending}`),
      `PATCH $1 HTTP/1.1\nContent-Type: application/json\n\n{"city":"Ķekava"}`,
    )}${part(`GET customers?$filter=name%20eq%20'One%20${ending}' HTTP/1.1`)}--b--`
    const { status, body, type } = await multipart(lines(text))
    expect([status, type]).toEqual([200, expect.stringMatching(/^multipart\/mixed; boundary=\S+$/)])
    expect([...body.matchAll(/HTTP\/1\.1 (\d+)/g)].map((found) => found[1])).toEqual(['200', '201', '200', '200'])
    expect([...body.matchAll(/Content-ID: (\S+)/g)].map((found) => found[1])).toEqual(['1', '2'])
    expect(body.match(/Ķekava/g)).toHaveLength(2)
  })

  test('a change set that fails leaves nothing and has one answer', async () => {
    const before = await namesOf()
    const text = `${changeSet(creating('Gone'), broken, creating('Gone too'))}${part('GET customers/$count HTTP/1.1')}--b--`
    const { body } = await multipart(lines(text))
    expect([...body.matchAll(/HTTP\/1\.1 (\d+)/g)].map((found) => found[1])).toEqual(['422'])
    const { body: whole } = await multipart(lines(text), { prefer: 'odata.continue-on-error' })
    expect([...whole.matchAll(/HTTP\/1\.1 (\d+)/g)].map((found) => found[1])).toEqual(['422', '200'])
    expect(await namesOf()).toEqual(before)
  })
})

test('a multipart batch is answered as JSON where that is wanted by who knows of it', async () => {
  const text = `${part('GET customers/$count HTTP/1.1', 'n')}--b--`
  const accept = 'application/json'
  const { type, body } = await multipart(text, { accept, 'odata-maxversion': '4.01' })
  expect(type).toMatch(/^application\/json/)
  expect(JSON.parse(body)).toMatchObject({ responses: [{ id: 'n', status: 200 }] })
  expect((await multipart(text, { accept })).type).toMatch(/^multipart\/mixed/)
})

test('a Content-ID may stand once in each change set and once more outside of them', async () => {
  const sets = changeSet(creating('Once'), creating('Twice')) + changeSet(creating('Thrice'))
  const { status, body } = await multipart(`${sets}${part('GET customers/$count HTTP/1.1', '1')}--b--`)
  expect(status).toBe(200)
  expect([...body.matchAll(/HTTP\/1\.1 (\d+)/g)].map((found) => found[1])).toEqual(['201', '201', '201', '200'])
})

test.each([
  ['no boundary', 'multipart/mixed', 'x', 400],
  ['no end', 'multipart/mixed;boundary=b', part('GET customers HTTP/1.1'), 400],
  ['no request line', 'multipart/mixed;boundary=b', `${part('customers')}--b--`, 400],
  ['another type', 'text/plain', 'x', 415],
])('a batch with %s is refused', async (_name, type, text, status) => {
  expect((await multipart(text, { 'content-type': type })).status).toBe(status)
})

test('a batch with an Idempotency-Key that comes a second time changes nothing a second time', async () => {
  const requests = [
    post('1', 'Batched alone'),
    post('2', 'Batched grouped', { atomicityGroup: 'g' }),
    { id: '3', method: 'PATCH', url: '$2', body: { city: 'Riga' }, atomicityGroup: 'g' },
    { id: '4', method: 'GET', url: 'customers/$count' },
  ]
  const key = { 'idempotency-key': 'a batch of mine' }
  const first = await json(requests, key)
  const second = await json(requests, key)
  for (const responses of [first, second]) expect(responses.every(({ status }) => status < 300)).toBe(true)
  expect(second[3]?.body).toEqual(first[3]?.body)
  const names = await namesOf()
  expect(names.filter((name) => name?.startsWith('Batched'))).toHaveLength(2)
})

test('a definition that changes within a batch does not tear a group apart', async () => {
  const change = newEntity(ilze, acme, 'later', [{ name: 'City', uri: 'city', type: 'text' }])
  const group = Array.from({ length: 30 }, (_, index) => post(`${index}`, `Grouped ${index}`, { atomicityGroup: 'g' }))
  const responses = await json(group)
  await change
  expect(responses.map(({ status }) => status)).toEqual(group.map(() => 201))
  expect((await namesOf()).filter((name) => name.startsWith('Grouped'))).toHaveLength(30)
})
