import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { phrasePattern, phrasesText, wordQueryText, wordsText } from '#platform/fullText.ts'
import { openApiOn, type TestApi } from '../support/apis.ts'
import { newClerk } from '../support/clerk.ts'
import { expected, newEntity, newEnvironment, newMaker, type Maker, type Named, type Place } from '../support/maker.ts'

const states = [
  { value: 'wip', label: "Ann's worked lines" },
  { value: 'done', label: 'Pabeigts' },
]
let house: TestApi
let anna: Maker
let home: Place
let notes: Named
beforeAll(async () => {
  house = await openApiOn('full_text')
  anna = await newMaker(house.send, 'anna@example.org')
  home = await newEnvironment(anna, 'home')
  notes = await newEntity(anna, home, 'notes', [
    { name: 'Body', uri: 'body', type: 'wysiwyg' },
    { name: 'Phone', uri: 'phone', type: 'tel' },
    { name: 'Mail', uri: 'mail', type: 'email' },
    { name: 'Code', uri: 'code', type: 'text', searchable: false },
    { name: 'Inner', uri: 'inner', type: 'text', queryable: false },
    { name: 'Secret', uri: 'secret', type: 'password' },
    { name: 'Key', uri: 'key', type: 'hidden' },
    { name: 'State', uri: 'state', type: 'select', searchable: true, options: states },
  ])
  for (const row of [
    { name: 'Running shoes', body: '<p>The <b>blu</b>est bicycles</p><p>in town</p>', code: 'zebra' },
    {
      name: 'Ķekavas ziņas',
      body: '<p class="quiet">Rīgas &amp; Ķekavas iela</p>',
      secret: 'correct zebra',
      key: 'zebra',
    },
    { name: 'Новые книги', phone: '+371 29 123 456', mail: 'olga@books.example', inner: 'zebra' },
    { name: 'Canciones', state: 'wip', body: '<p>corriendo hacia el mar</p>' },
    { name: 'Town hall', body: '<p>quiet blue hour</p>' },
  ])
    await expected(201, anna.send('POST', `/api/odata/v1/${home.id}/notes`, row))
  await turn({ tsv: true })
  await indexed()
})
afterAll(() => house.close())

const turn = (draft: object) =>
  expected(200, anna.send('PATCH', `/api/metadata/entity/v1/${home.id}/${notes.id}`, draft))
const wordIndexes = () =>
  house.database.query<{ name: string; text: string }>({
    text: `select c.relname as name, pg_get_indexdef(i.indexrelid) as text from pg_index i
      join pg_class c on c.oid = i.indexrelid where starts_with(c.relname, '_words_') and i.indisvalid`,
  })
// Asked for again at most each second.
const indexed = () =>
  vi.waitFor(async () => expect([(await wordIndexes()).length, await names('книга')]).toEqual([1, ['Новые книги']]), {
    timeout: 20_000,
    interval: 100,
  })
const answer = (query: string, headers = {}) =>
  expected(200, anna.send('GET', `/api/odata/v1/${home.id}/notes?$select=id,name&${query}`, undefined, headers))
const names = async (search: string, send = anna.send) =>
  (await expected(200, send('GET', `/api/odata/v1/${home.id}/notes?$search=${encodeURIComponent(search)}`)))
    .json<{ value: { name: string }[] }>()
    .value.map(({ name }) => name)

describe('[R146] an entity with full-text search', () => {
  test.each([
    ['words of a language by their stems', 'run bicycle', ['Running shoes']],
    ['in Russian', 'книга', ['Новые книги']],
    ['in Spanish', 'canción OR correr', ['Canciones']],
    ['in Latvian as they are written, in any case', 'ķEKAVAS ZIŅAS', ['Ķekavas ziņas']],
    ['words that begin so, with a star', 'ziņ*', ['Ķekavas ziņas']],
    ['a word with a star by its stem, too', 'bicycle*', ['Running shoes']],
    ['phrases in their order', '"blue hour"', ['Town hall']],
    ['AND, OR, NOT and parentheses', 'town NOT (hall OR mar)', ['Running shoes']],
    ['words with formatting within them', 'bluest', ['Running shoes']],
    ['what stands in text, not in tags', 'quiet', ['Town hall']],
    ['telephone numbers by their digits', '37129123456', ['Новые книги']],
    ['telephone numbers by a part of their digits', '2912', ['Новые книги']],
    ['parts of telephone numbers however they are grouped', '712 912 "3-4"', ['Новые книги']],
    ['parts of telephone numbers in quotation marks', '"(29)12"', ['Новые книги']],
    ['a part of a telephone number beside a word', 'книга 9123', ['Новые книги']],
    ['no telephone number by what is not a part of it', '2913', []],
    ['nothing by two digits within a telephone number', '71', []],
    ['who has no such telephone number', 'NOT 2912 town', ['Running shoes', 'Town hall']],
    ['phrases as they are written', '"blue hours"', []],
    ['phrases whose last word goes on', '"blue ho*"', ['Town hall']],
    ['phrases across formatting and signs', '"rīgas ķekavas"', ['Ķekavas ziņas']],
    ['a phrase beside words that must be there and others that must not', 'quiet "blue hour" NOT zebra', ['Town hall']],
    ['no phrase in another order', '"hour blue"', []],
    ['one of several phrases', '"no such" OR "blue hour" OR (quiet "town hall")', ['Town hall']],
    ['what a phrase does not stand in', 'town NOT "town hall"', ['Running shoes']],
    ['parts of addresses', 'books', ['Новые книги']],
    ['addresses as a whole', 'olga@books.example', ['Новые книги']],
    ['choices by their labels', 'worked', ['Canciones']],
    ['choices by their values', 'wip', ['Canciones']],
    ['no label of another choice', 'pabeigts', []],
    ['whole words only', 'cycles', []],
    ['no phrase across attributes', '"shoes bluest"', []],
    ['words that any marks stand between', '"town»]^-[…&hall"', ['Town hall']],
    ['phrases with their little words', '"shoes the" OR "in town"', ['Running shoes']],
    ['little words as they are', '"the"', ['Running shoes']],
    ['nothing by signs alone', '"---"', []],
    ['signs beside words as nothing', '"it\'s" OR (hall & *)', ['Town hall']],
    ['neither passwords, hidden texts nor what is not searchable or not queryable', 'zebra', []],
  ])('finds %s', async (_what, search, found) => {
    expect(await names(search)).toEqual(found)
  })

  test('is found by an index on what is searched for, not by a column or trigger', async () => {
    const [{ text } = { text: '' }] = await wordIndexes()
    expect(text).toContain('USING gin')
    expect(text).not.toMatch(/coalesce\("?(?:secret|key|code|inner)/i)
    const columns = await house.database.query({
      text: `select 1 from information_schema.columns where table_schema = $1 and data_type = 'tsvector'`,
      values: [home.schema],
    })
    const triggers = await house.database.query({ text: `select 1 from pg_trigger where not tgisinternal` })
    expect([columns, triggers]).toEqual([[], []])
  })

  test('sees in texts what their words made anew would tell of a phrase', async () => {
    const some = <Item>(items: readonly Item[], at: number) => items[at % items.length] as Item
    const parts = ['blue', 'Blue', 'hour', 'HOUR', 'ķekavas', 'Ёлка', '2912', 'x1']
    const gaps = [' ', '  ', '-', ', ', '. ', '_', "'", ' € ', '\u00a0', '\n', '/', '»«', ' 😀 ', '*']
    const chance = numbersFrom(20_261_121)
    const textOf = () =>
      Array.from({ length: 1 + (chance() % 7) }, () => some(parts, chance()) + some(gaps, chance())).join('')
    const cases = Array.from({ length: 3000 }, () => {
      const words = Array.from({ length: 2 + (chance() % 2) }, () => some(parts, chance()))
      const typed = words.join(some([' ', '-', '. ', '_'], chance())) + some(['', '', '*', ' *'], chance())
      return { name: textOf(), body: textOf(), typed, pattern: phrasePattern(typed) }
    })
    const texts = ['r.name', 'r.body']
    const [found] = await house.database.query<{ differ: unknown[]; hits: number }>({
      text: `select coalesce(json_agg(c) filter (where c.seen <> c.told), '[]') as differ, (count(*) filter (where c.told))::int as hits
        from (select r.*, (${wordsText(texts, [])}) @@ (${wordQueryText('r.typed', 'inOrder')}) as told,
            (${wordsText(texts, [])}) @@ (${wordQueryText('r.typed', 'anywhere')}) and ${phrasesText(texts)} ~* r.pattern as seen
          from json_to_recordset($1) as r(name text, body text, typed text, pattern text)) c`,
      values: [JSON.stringify(cases)],
    })
    expect(found?.differ).toEqual([])
    expect(found?.hits).toBeGreaterThan(100)
  })

  test('pages through what it finds, in the order that was asked for', async () => {
    const size = { prefer: 'odata.maxpagesize=1' }
    for (const [order, expectedNames] of [
      ['', ['Running shoes', 'Town hall']],
      ['&$orderby=name desc', ['Town hall', 'Running shoes']],
    ] as const) {
      const first = (await answer(`$search=town${order}&$count=true`, size)).json<Page>()
      expect(first['@odata.count']).toBe(2)
      const next = (
        await expected(200, anna.send('GET', String(first['@odata.nextLink']), undefined, size))
      ).json<Page>()
      expect([...first.value, ...next.value].map(({ name }) => name)).toEqual(expectedNames)
    }
  })

  test('finds only what the asker may read, in filters of $apply too', async () => {
    const clerk = await newClerk(house, home)
    expect(await names('town', clerk.send)).toEqual(await names('town'))
    await clerk.allow('read', 'notes', 'none')
    expect(await names('town', clerk.send)).toEqual([])
    const counted = await expected(
      200,
      anna.send('GET', `/api/odata/v1/${home.id}/notes?$apply=search(town)/aggregate($count as n)`),
    )
    expect(counted.json<{ value: unknown }>().value).toMatchObject([{ n: 2 }])
  })

  test('reads only what is searchable by now, and meanwhile answers all the same', async () => {
    const { value } = (await anna.send('GET', `/api/metadata/attribute/v1/${home.id}/${notes.id}`)).json<{
      value: { id: string; uri: string }[]
    }>()
    const body = value.find(({ uri }) => uri === 'body')
    const address = `/api/metadata/attribute/v1/${home.id}/${notes.id}/${body?.id}`
    const [before] = await wordIndexes()
    await expected(200, anna.send('PATCH', address, { searchable: false }))
    expect(await names('town*')).toEqual(['Town hall'])
    await expect
      .poll(async () => (await wordIndexes()).map(({ name }) => name === before?.name), { timeout: 20_000 })
      .toEqual([false])
    expect(await names('bicycle')).toEqual([])
    await expected(200, anna.send('PATCH', address, { searchable: true }))
    await indexed()
  })

  test('goes back to parts of texts when it is turned off, and its index goes', async () => {
    await turn({ tsv: false })
    expect(await names('icycl')).toEqual(['Running shoes'])
    await expect.poll(wordIndexes, { timeout: 20_000 }).toEqual([])
    await turn({ tsv: true })
    await indexed()
  })

  test('tells where an index is being built, and searches parts of texts meanwhile', async () => {
    const memos = await newEntity(anna, home, 'memos', [{ name: 'Text', uri: 'text', type: 'text' }])
    await expected(201, anna.send('POST', `/api/odata/v1/${home.id}/memos`, { name: 'Sailing boats' }))
    const building = async () =>
      (await expected(200, anna.send('GET', `/api/search/v1/${home.id}/building`))).json<{ building: string[] }>()
        .building
    const everywhere = async (typed: string) =>
      (await expected(200, anna.send('GET', `/api/search/v1/${home.id}?q=${typed}`))).json<{
        value: { entity_id: string }[]
        building: string[]
      }>()
    // Who writes holds up an index until the end of the transaction.
    const written = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const writing = house.database.transaction(async (transaction) => {
      await transaction.execute({ text: `lock table "${home.schema}"."memos" in row exclusive mode` })
      locked.resolve()
      await written.promise
    })
    await locked.promise
    await expected(200, anna.send('PATCH', `/api/metadata/entity/v1/${home.id}/${memos.id}`, { tsv: true }))
    expect(await building()).toEqual([memos.id])
    expect(await everywhere('ailin')).toMatchObject({ value: [{ entity_id: memos.id }], building: [memos.id] })
    written.resolve()
    await writing
    await expect.poll(building, { timeout: 20_000 }).toEqual([])
    expect(await everywhere('ailin')).toMatchObject({ value: [], building: [] })
    await expected(200, anna.send('DELETE', `/api/metadata/entity/v1/${home.id}/${memos.id}`))
    await indexed()
  })

  test('takes the longest texts with the most different words', async () => {
    const words = Array.from({ length: 33_000 }, (_, index) =>
      String.fromCodePoint(0x4e00 + (index % 20_000), 0x430 + (index % 32)),
    )
    const body = `<p>${words.join(' ').slice(0, 99_000)}</p>`
    await expected(201, anna.send('POST', `/api/odata/v1/${home.id}/notes`, { name: 'Long', body }))
    expect(await names(words[17] ?? '')).toEqual(['Long'])
  })
})

/** The same numbers each time (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
}

type Page = {
  readonly value: { readonly name: string }[]
  readonly '@odata.count': number
  readonly '@odata.nextLink'?: string
}
