import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApiOn, type TestApi } from '../../../test/support/apis.ts'
import { newEntity, newEnvironment, newMaker, type Maker, type Named, type Place } from '../../../test/support/maker.ts'
import { searchedFrom } from '#tables/searchIndexes.ts'

let house: TestApi
let anna: Maker
let home: Place
let notes: Named
const rows = searchedFrom + 2000

beforeAll(async () => {
  house = await openApiOn('search_indexes')
  anna = await newMaker(house.send, 'anna@example.org')
  home = await newEnvironment(anna, 'home')
  notes = await newEntity(anna, home, 'notes', [
    { name: 'City', uri: 'city', type: 'text' },
    { name: 'Code', uri: 'code', type: 'text', searchable: false },
    { name: 'Phone', uri: 'phone', type: 'tel' },
  ])
  const owner = '(select id from "_principal" limit 1)'
  await house.database.transaction(async (transaction) => {
    await transaction.execute({ text: `set local search_path to "${home.schema}"` })
    await transaction.execute({
      text: `insert into notes (id, name, city, code, phone, created_on, created_by_id, updated_on, updated_by_id, owner_id, owning_unit_id)
        select gen_random_uuid(), md5(n::text), 'Ķekava ' || md5((n * 7)::text), 'x', '+371 2' || n % 10 || ' ' || n, now(), ${owner}, now(), ${owner}, ${owner}, ${owner}
        from generate_series(1, ${rows}) n`,
    })
    await transaction.execute({ text: `update notes set name = 'ΟΔΥΣΣΕΥΣ ΣΑΣ' where city like '%abcd%'` })
    await transaction.execute({ text: 'analyze notes' })
  })
})
afterAll(() => house.close())

const indexes = async () => {
  const found = await house.database.query<{ name: string; valid: boolean }>({
    text: `select c.relname as name, i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid
      where starts_with(c.relname, '_search_')`,
  })
  return found.filter(({ valid }) => valid).map(({ name }) => name)
}
const change = (draft: object) => anna.send('PATCH', `/api/metadata/entity/v1/${home.id}/${notes.id}`, draft)
const find = async (query: string) => {
  const answer = await anna.send(
    'GET',
    `/api/odata/v1/${home.id}/notes?$select=name,city&$count=true&$top=5000&${query}`,
  )
  expect(answer.status, answer.text).toBe(200)
  return answer.json<{ '@odata.count': number; value: { name: string; city: string }[] }>()
}

test('a large table gets an index for each searchable text; a small one, and other texts, get none', async () => {
  expect(await indexes()).toEqual([])
  expect((await change({ description: 'Many notes' })).status).toBe(200)
  await expect.poll(async () => (await indexes()).length, { timeout: 20_000 }).toBe(3)
})

test('a search for a part of a text goes by the index and finds what a search without it finds', async () => {
  const plan = await house.database.query<{ 'QUERY PLAN': string }>({
    text: `explain select id from "${home.schema}".notes where lower(city collate "und-x-icu") like '%abcde%'`,
  })
  expect(JSON.stringify(plan)).toContain('_search_')
  const { value, '@odata.count': count } = await find(`$filter=contains(city,'abcd')`)
  expect(count).toBeGreaterThan(0)
  expect(value.every(({ city }) => city.includes('abcd'))).toBe(true)
  const [unindexed] = await house.database.query<{ count: string }>({
    text: `select count(*) from "${home.schema}".notes where strpos(city, 'abcd') > 0`,
  })
  expect(String(count)).toBe(unindexed?.count)
  expect((await find('$search=ĶEKAVA'))['@odata.count']).toBe(rows)
  expect((await find(`$filter=startswith(city,'ķekava')`))['@odata.count']).toBe(0)
})

test('a telephone number is found by its digits, by the index, however they are grouped', async () => {
  const plan = await house.database.query<{ 'QUERY PLAN': string }>({
    text: `explain select id from "${home.schema}".notes where lower(phone collate "und-x-icu") like '%2411234%'
      or regexp_replace(phone, '[^0-9]', '', 'g') like '%2411234%' or (regexp_replace(phone, '[^0-9]', '', 'g')
      like '%2411234%' and phone ~ '2[^0-9]*4')`,
  })
  expect(JSON.stringify(plan)).toContain('Bitmap')
  expect(JSON.stringify(plan)).not.toContain('Seq Scan')
  for (const query of [
    '$search=2411234',
    '$search="241 1234"',
    `$filter=matchespattern(phone,'2[^0-9]*4[^0-9]*11234')`,
  ])
    expect((await find(query))['@odata.count'], query).toBe(1)
})

test('a lookup finds telephone numbers by their digits, too', async () => {
  const visits = await newEntity(anna, home, 'visits', [
    { name: 'Note', uri: 'note', type: 'N:1', related_entity: notes.id },
  ])
  const { value } = (await anna.send('GET', `/api/metadata/attribute/v1/${home.id}/${visits.id}`)).json<{
    value: { id: string }[]
  }>()
  const path = `/api/candidate/v1/${home.id}/${value[0]?.id}`
  const found = await anna.send('POST', path, { search: '241 1234' })
  expect(found.json()).toMatchObject({ value: [{ place: 'Phone: +371 24 11234' }] })
})

test('letters that fold by their neighbours are found wherever they stand', async () => {
  const all = (await find(`$filter=name eq 'ΟΔΥΣΣΕΥΣ ΣΑΣ'`))['@odata.count']
  expect(all).toBeGreaterThan(0)
  for (const part of ['ΔΥΣ', 'Σ ΣΑ', 'ΣΕΥΣ', 'ΑΣ']) {
    expect((await find(`$filter=contains(name,'${part}')`))['@odata.count'], part).toBe(all)
  }
})

test('an index goes with what it was for', async () => {
  const { value } = (await anna.send('GET', `/api/metadata/attribute/v1/${home.id}/${notes.id}`)).json<{
    value: { id: string; uri: string }[]
  }>()
  const city = value.find(({ uri }) => uri === 'city')
  const path = `/api/metadata/attribute/v1/${home.id}/${notes.id}/${city?.id}`
  expect((await anna.send('PATCH', path, { searchable: false })).status).toBe(200)
  await expect.poll(async () => (await indexes()).length, { timeout: 20_000 }).toBe(2)
})
