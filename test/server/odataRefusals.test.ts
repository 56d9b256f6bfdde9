import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openApiOn, type TestApi } from '../support/apis.ts'
import { newEntity, newEnvironment, newMaker, type Answer, type Headers, type Maker } from '../support/maker.ts'

let house: TestApi
let ilze: Maker
let root: string
let first: string
let city: string

beforeAll(async () => {
  house = await openApiOn('refusals')
  ilze = await newMaker(house.send, 'ilze@example.org')
  const acme = await newEnvironment(ilze, 'acme')
  const { id } = await newEntity(ilze, acme, 'cities', [{ name: 'Note', uri: 'note', type: 'text' }])
  await newEntity(ilze, acme, 'shops', [
    { name: 'Total', uri: 'total', type: 'decimal' },
    { name: 'Note', uri: 'note', type: 'text' },
    { name: 'City', uri: 'city', type: 'N:1', related_entity: id },
  ])
  root = `/api/odata/v1/${acme.id}/`
  const made = async (set: string, body: object) =>
    (await ilze.send('POST', root + set, body)).json<{ id: string }>().id
  city = await made('cities', { name: 'Cēsis', note: 'a;b' })
  first = await made('shops', { name: 'One', total: '1.5', note: 'AND', city_id: city })
  await made('shops', { name: 'Two', total: '2', note: 'a;b', city_id: city })
})
afterAll(() => house.close())

const get = (path: string, headers: Headers = {}) => ilze.send('GET', root + encodeURI(path), undefined, headers)
const codeOf = (answer: Answer) => [answer.status, answer.json<{ error?: { code: string } }>().error?.code]
const namesIn = (answer: Answer) => answer.json<{ value: { name: string }[] }>().value.map(({ name }) => name)

describe('what the standard does not have is refused as unknown or malformed', () => {
  test.each([
    ['$search=AND', 'query.syntax'],
    ['$search=OR', 'query.syntax'],
    ['$search=NOT', 'query.syntax'],
    ['$search=a AND', 'query.syntax'],
    ['$search=OR a', 'query.syntax'],
    ['$search=NOT NOT', 'query.syntax'],
    ['$search=a AND OR b', 'query.syntax'],
    ['$search=(AND)', 'query.syntax'],
    ['$filter=name in ()', 'query.syntax'],
    ['$filter=name in ( )', 'query.syntax'],
    ['$filter= true', 'query.syntax'],
    ["$filter=+name eq 'One'", 'query.syntax'],
    ["$expand=city($filter= name eq 'x')", 'query.syntax'],
    ['$apply=topcount(0,total)', 'query.syntax'],
    ['$apply=bottomcount(0,total)', 'query.syntax'],
    ['$apply=toppercent(0,total)', 'query.syntax'],
    ['$apply=toppercent(101,total)', 'query.syntax'],
    ['$apply=invent(total)', 'query.unknownName'],
    ['$apply=Self.Invent(Count=1)', 'query.unknownName'],
    ['$apply=aggregate(total with median as m)', 'query.unknownName'],
    ['$apply=aggregate(total with Self.Median as m)', 'query.unknownName'],
    ['$filter=invent(name)', 'query.unknownName'],
    ['$filter=Self.Invent(name)', 'query.unknownName'],
    ['$filter=geo.invent(name)', 'query.unknownName'],
    ['$filter=city/Self.Invent()', 'query.unknownName'],
    ['$filter=city/invent()', 'query.unknownName'],
  ])('%s', async (query, code) => {
    expect(codeOf(await get(`shops?${query}`))).toEqual([400, code])
  })
})

test.each([
  '$apply=nest(identity as N)',
  '$apply=join(city as C)',
  '$apply=groupby((rollup(note,name)),aggregate($count as n))',
  '$filter=isdefined(name)',
  '$filter=Aggregation.isroot(name)',
])('what the standard has and is not done here is told as that: %s', async (query) => {
  expect((await get(`shops?${query}`)).status).toBe(501)
})

describe('what is allowed', () => {
  test('operators of a search in quotes are words, and a list in brackets may be empty', async () => {
    expect(namesIn(await get('shops?$search="AND"'))).toEqual(['One'])
    expect(namesIn(await get('shops?$search=and'))).toEqual(['One'])
    expect(namesIn(await get('shops?$filter=name in []'))).toEqual([])
    expect(namesIn(await get('shops?$search=NOT "AND"'))).toEqual(['Two'])
  })

  test('names of transformations are the same in any case', async () => {
    const lower = 'filter(total gt 1)/groupby((city/name),aggregate(total with sum as t,$count as n))/topcount(1,t)'
    const upper = 'FILTER(total gt 1)/GroupBy((city/name),Aggregate(total with SUM as t,$count as n))/TopCount(1,t)'
    const [one, other] = await Promise.all([lower, upper].map((apply) => get(`shops?$apply=${apply}`)))
    expect(one?.status).toBe(200)
    expect(other?.text).toBe(one?.text)
    expect((await get('shops?$apply=IDENTITY')).status).toBe(200)
  })

  test('a semicolon that came encoded is part of a nested search, unless an option follows it', async () => {
    expect(namesIn(await ilze.send('GET', `${root}cities?$search=a%3Bb`))).toEqual(['Cēsis'])
    const shops = async (options: string) => {
      const answer = await ilze.send('GET', `${root}cities?$filter=note ne null&$expand=shops(${options})`)
      expect(answer.status, answer.text).toBe(200)
      const [{ shops: rows = [] } = {}] = answer.json<{ value: { shops?: { name: string }[] }[] }>().value
      return rows.map(({ name }) => name)
    }
    expect(await shops('$search=a%3Bb')).toEqual(['Two'])
    expect(await shops('$search=a%3Bc')).toEqual([])
    expect(await shops('$search=(a%3Bb);$top=5')).toEqual(['Two'])
    // Clients that encode the whole option encode what parts its options as well.
    expect(await shops(encodeURIComponent('$search=a;$orderby=name desc;$top=1'))).toEqual(['Two'])
    const counted = async (options: string) => {
      const answer = await ilze.send('GET', `${root}shops?$filter=name eq 'Two'&$apply=search(${options})`)
      return [answer.status, answer.json<{ value?: unknown[] }>().value?.length]
    }
    expect(await counted('a%3Bb')).toEqual([200, 1])
    expect(await counted('a%3Bc')).toEqual([200, 0])
    expect((await counted('a;b'))[0]).toBe(400)
  })
})

describe('an answer', () => {
  test('405 names the methods that the address takes', async () => {
    const allow = async (method: string, path: string, body?: object) => {
      const answer = await ilze.send(method, root + path, body)
      return [answer.status, answer.headers['allow']]
    }
    expect(await allow('POST', '$metadata', {})).toEqual([405, 'GET, HEAD'])
    expect(await allow('GET', '$batch')).toEqual([405, 'POST'])
    expect(await allow('GET', 'shops/$query')).toEqual([405, 'POST'])
    expect(await allow('PUT', 'shops', {})).toEqual([405, 'GET, HEAD, POST'])
    expect(await allow('POST', `shops(${first})`, {})).toEqual([405, 'GET, HEAD, PUT, PATCH, DELETE'])
    expect(await allow('POST', `shops(${first})/note`, { value: 'x' })).toEqual([405, 'GET, HEAD, PUT, PATCH, DELETE'])
    expect(await allow('POST', `shops(${first})/city/$ref`, {})).toEqual([405, 'GET, HEAD, PUT, DELETE'])
    const requests = [{ id: '1', method: 'PURGE', url: 'shops' }]
    const batch = await ilze.send('POST', `${root}$batch`, { requests })
    const [{ status, headers } = { status: 0, headers: {} }] = batch.json<{
      responses: { status: number; headers: Headers }[]
    }>().responses
    expect([status, headers['allow']]).toEqual([405, 'GET, HEAD, POST, PUT, PATCH, DELETE'])
  })

  test('that is an error names its language', async () => {
    const language = async (headers: Headers) => (await get('nothing', headers)).headers['content-language']
    expect(await language({})).toBe('en')
    expect(await language({ 'accept-language': 'lv' })).toBe('lv')
    expect((await house.send('GET', '/api/nothing')).headers['content-language']).toBe('en')
  })

  test('names preferences as they were asked for, or as its version knows them', async () => {
    const applied = async (prefer: string, headers: Headers = {}) =>
      (await get('shops', { prefer, ...headers })).headers['preference-applied']
    const old = { 'odata-maxversion': '4.0' }
    expect(await applied('maxpagesize=5')).toBe('maxpagesize=5')
    expect(await applied('odata.maxpagesize=5, omit-values=nulls')).toBe('odata.maxpagesize=5, omit-values=nulls')
    expect(await applied('maxpagesize=5, omit-values=nulls', old)).toBe('odata.maxpagesize=5, omit-values=nulls')
    expect(await applied('include-annotations="lintel.*,-a.b"', old)).toMatch(/^odata\.include-annotations="lintel\./)
    const create = { prefer: 'return=minimal', ...old }
    const made = await ilze.send('POST', `${root}cities`, { name: 'Ogre' }, create)
    expect([made.status, made.headers['preference-applied']]).toEqual([204, 'return=minimal'])
    const batch = { requests: [{ id: '1', method: 'GET', url: 'shops' }] }
    const whole = (prefer: string) => ilze.send('POST', `${root}$batch`, batch, { prefer })
    expect((await whole('continue-on-error')).headers['preference-applied']).toBe('continue-on-error')
    expect((await whole('odata.continue-on-error')).headers['preference-applied']).toBe('odata.continue-on-error')
  })
})

test('a GET within a change set refuses that change set only', async () => {
  const http = (method: string, url: string, body = '') =>
    `Content-Type: application/http\r\n\r\n${method} ${url} HTTP/1.1\r\nContent-Type: application/json\r\n\r\n${body}\r\n`
  const set = (...parts: string[]) =>
    `Content-Type: multipart/mixed; boundary=c\r\n\r\n${parts.map((part) => `--c\r\n${part}`).join('')}--c--\r\n`
  const create = (name: string) => http('POST', 'cities', JSON.stringify({ name }))
  const items = [set(create('Mixed'), http('GET', 'cities')), set(create('Alone')), http('GET', 'cities?$select=name')]
  const body = `${items.map((item) => `--b\r\n${item}`).join('')}--b--\r\n`
  const headers = { 'content-type': 'multipart/mixed; boundary=b', prefer: 'continue-on-error' }
  const answer = await ilze.send('POST', `${root}$batch`, body, headers)
  expect(answer.status).toBe(200)
  expect([...answer.text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['400', '201', '200'])
  expect(namesIn(await get('cities?$filter=name in (%27Mixed%27,%27Alone%27)'.replaceAll('%27', "'")))).toEqual([
    'Alone',
  ])
})
