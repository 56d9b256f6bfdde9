import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openApiOn, type TestApi } from '../support/apis.ts'
import { newEntity, newEnvironment, newMaker, type Maker, type Place } from '../support/maker.ts'

let house: TestApi
let ilze: Maker
let acme: Place
let root: string

beforeAll(async () => {
  house = await openApiOn('record_pages')
  ilze = await newMaker(house.send, 'ilze@example.org')
  acme = await newEnvironment(ilze, 'acme')
  root = `/api/odata/v1/${acme.id}`
})
afterAll(() => house.close())

const read = (path: string, headers = {}) => ilze.send('GET', `${root}/${path}`, undefined, headers)

describe('pages', () => {
  test('next and previous links lead through the whole list and back', async () => {
    await newEntity(ilze, acme, 'pages', [{ name: 'Rank', uri: 'rank', type: 'number' }])
    for (let rank = 0; rank < 23; rank++) await ilze.send('POST', `${root}/pages`, { rank: String(rank % 5) })
    type Page = { value: { id: string }[]; '@odata.nextLink'?: string; '@lintel.previousLink'?: string }
    const size = { prefer: 'odata.maxpagesize=5' }
    const seen: string[][] = []
    let page = (await read('pages?$orderby=rank%20desc&$select=rank', size)).json<Page>()
    let last = page
    for (; ; last = page) {
      seen.push(page.value.map(({ id }) => id))
      const next = page['@odata.nextLink']
      if (next === undefined) break
      page = (await ilze.send('GET', next, undefined, size)).json<Page>()
    }
    expect(seen.map(({ length }) => length)).toEqual([5, 5, 5, 5, 3])
    expect(new Set(seen.flat()).size).toBe(23)
    const back = await ilze.send('GET', last['@lintel.previousLink'] ?? '', undefined, size)
    expect(back.json<Page>().value.map(({ id }) => id)).toEqual(seen[3])
    const forged = await read('pages?$orderby=rank&$skiptoken=abc.def', size)
    expect(forged.status).toBe(400)
  })
})

describe('counts', () => {
  test('a count ends where the asker says that it may, and is exact for everyone else', async () => {
    await newEntity(ilze, acme, 'counted', [{ name: 'Rank', uri: 'rank', type: 'number' }])
    for (let rank = 0; rank < 5; rank++) await ilze.send('POST', `${root}/counted`, { rank: String(rank) })
    const count = async (query: string, prefer?: string) => {
      const answer = await read(`counted?$top=0&$count=true${query}`, prefer === undefined ? {} : { prefer })
      return answer.json<{ '@odata.count': number }>()['@odata.count']
    }
    expect(await count('')).toBe(5)
    expect(await count('', 'return=minimal, lintel.maxcount=3')).toBe(3)
    expect(await count('', 'lintel.maxcount=9')).toBe(5)
    expect(await count('&$filter=rank gt 3', 'lintel.maxcount=3')).toBe(1)
    expect((await read('counted/$count', { prefer: 'lintel.maxcount=3' })).text).toBe('5')
  })
})
