import { afterAll, beforeAll, expect, test } from 'vitest'
import { attributeOf, columnOf, type AttributeDraft } from '#attributes/attribute.ts'
import { entityOf } from '#entities/entity.ts'
import { withAttributes } from '#entities/model.ts'
import { laneListing, laneQuery, readLaneCount } from '#records/kinds/board.ts'
import type { RecordRow } from '#records/wire.ts'
import { backwardQuery, defaultListing, listQuery, type PlainListing, type SortItem } from '#views/listing.ts'
import { openApiOn, type TestApi } from '../support/apis.ts'
import { expected, newEntity, newEnvironment, newMaker, type Maker, type Place } from '../support/maker.ts'

let house: TestApi
let maker: Maker
let home: Place

const drafts: AttributeDraft[] = [
  {
    name: 'Stage',
    uri: 'stage',
    type: 'select',
    options: ['open', 'won'].map((value) => ({ value, label: value, color: null, active: true })),
  },
  { name: 'Paid', uri: 'paid', type: 'boolean' },
  { name: 'Agent', uri: 'agent', type: 'user' },
]
const attributes = drafts.map((draft, position) =>
  attributeOf(draft, { id: draft.uri, entity_id: 'e', change_id: 'c', position }),
)
const entity = withAttributes(
  entityOf({ name: 'Deal', collectionname: 'Deals', uri: 'deals' }, { id: 'e', change_id: 'c' }),
  attributes,
)
const listing = defaultListing(entity) as PlainListing

beforeAll(async () => {
  house = await openApiOn('board')
  maker = await newMaker(house.send, 'anna@example.org')
  home = await newEnvironment(maker, 'home')
  await newEntity(maker, home, 'deals', drafts)
  for (let at = 0; at < 12; at++) {
    const row = {
      name: `d${at}`,
      stage: [null, 'open', 'won'][at % 3],
      paid: [true, false][at % 4],
      agent_id: at < 5 ? maker.id : null,
    }
    await expected(201, maker.send('POST', `/api/odata/v1/${home.id}/deals`, row))
  }
})
afterAll(() => house.close())

const ask = async (query: string) => {
  const answer = await expected(200, maker.send('GET', `/api/odata/v1/${home.id}/deals?${query}`))
  return answer.json<{ value: RecordRow[] }>().value
}

test.each([
  ['stage', [null, 4], ['open', 4], ['won', 4]],
  ['paid', [null, 6], [false, 3], [true, 3]],
  ['agent', [null, 7], ['me', 5]],
])('lanes of %s are counted by one query, and each asks for just its records', async (uri, ...wanted) => {
  const field = attributes.find((each) => each.uri === uri)
  if (!field) throw new Error('unreachable')
  const counts = (await ask(laneQuery(field, entity, listing))).map((row) => readLaneCount(row, field))
  const said = new Map(counts.map(({ value, count }) => [value === maker.id ? 'me' : value, count]))
  expect([...said].toSorted(byText)).toEqual([...wanted].toSorted(byText))
  for (const { value, count } of counts) {
    const rows = await ask(listQuery(entity, laneListing(listing, field, value)))
    expect(rows).toHaveLength(count)
    expect(rows.every((row) => (row[columnOf(field)] ?? null) === value)).toBe(true)
  }
  if (uri === 'agent') expect(counts.find(({ value }) => value === maker.id)?.name).toContain('Kalniņa')
})

function byText(a: unknown, b: unknown): number {
  return String(a) < String(b) ? -1 : 1
}

test('a listing backward is its mirror, with ties and without values, and skips to the same places', async () => {
  const ids = async (query: string) => {
    const page = await expected(200, maker.send('GET', `/api/odata/v1/${home.id}/deals?${query}`))
    return page.json<{ value: { id: string }[] }>().value.map(({ id }) => id)
  }
  const by = (column: string, descending = false): SortItem => ({ column, descending })
  for (const sort of [[], [by('stage')], [by('paid', true), by('stage')], [by('agent_id', true)]]) {
    const wanted = { ...listing, sort }
    const all = await ids(listQuery(entity, wanted))
    expect(all).toHaveLength(12)
    expect((await ids(backwardQuery(entity, wanted))).toReversed()).toEqual(all)
    expect(await ids(`${listQuery(entity, wanted)}&$skip=3&$top=4`)).toEqual(all.slice(3, 7))
    const farEnd = await ids(`${backwardQuery(entity, wanted)}&$skip=5&$top=4`)
    expect(farEnd.toReversed()).toEqual(all.slice(3, 7))
  }
})
