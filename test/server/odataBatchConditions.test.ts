import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApiOn, type TestApi } from '../support/apis.ts'
import { newEntity, newEnvironment, newMaker, type Maker, type Place } from '../support/maker.ts'

let house: TestApi
let ilze: Maker
let acme: Place
let root: string

beforeAll(async () => {
  house = await openApiOn('batchconditions')
  ilze = await newMaker(house.send, 'ilze@example.org')
  acme = await newEnvironment(ilze, 'acme')
  await newEntity(ilze, acme, 'customers', [{ name: 'City', uri: 'city', type: 'text' }])
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

test('a request is done on a condition, also after a failure', async () => {
  const requests = [
    post('made', 'Condition', { body: { name: 'Condition', city: 'Rīga' } }),
    { id: 'bad', method: 'GET', url: 'nothing' },
    post('1', 'Went well', { dependsOn: ['made', 'bad'], if: '$made/$succeeded and not $bad/$succeeded' }),
    post('2', 'Same city', { dependsOn: ['made'], if: "$made/city eq 'Rīga' and $made/version lt 100" }),
    post('3', 'Same row', { dependsOn: ['made'], if: '$made/id ne null and $made/owner_id eq $made/created_by_id' }),
    post('4', 'Not done', { dependsOn: ['made'], if: "$made/city eq 'Ogre' or $made/created_on lt 2001-01-01" }),
    post('5', 'Nor this', { dependsOn: ['4'] }),
    post('6', 'Nor that', { dependsOn: ['bad'], if: "$bad/name eq 'x'" }),
    post('7', 'In a group', { dependsOn: ['4'], if: 'not $4/$succeeded', atomicityGroup: 'g' }),
    {
      id: '8',
      method: 'PATCH',
      url: '$7',
      body: { city: 'Ogre' },
      if: '$7/city eq null',
      dependsOn: ['7'],
      atomicityGroup: 'g',
    },
    post('9', 'Lost', { atomicityGroup: 'h' }),
    post('10', 'Lost too', { atomicityGroup: 'h', dependsOn: ['9'], if: 'not $9/$succeeded' }),
    post('11', 'By group', {
      dependsOn: ['g', 'h'],
      if: '$g/$succeeded ne $h/$succeeded',
    }),
  ]
  const all = await json(requests, { prefer: 'continue-on-error' })
  const found = all.map(({ id, status, body }) => [
    id,
    status,
    (body?.['error'] as { code?: string } | undefined)?.code,
  ])
  expect(found.slice(1)).toEqual([
    ['bad', 404, 'resource.unknown'],
    ['1', 201, undefined],
    ['2', 201, undefined],
    ['3', 201, undefined],
    ['4', 424, 'batch.condition'],
    ['5', 424, 'batch.dependency'],
    ['6', 424, 'batch.condition'],
    ['7', 201, undefined],
    ['8', 200, undefined],
    ['10', 424, 'batch.condition'],
    ['11', 201, undefined],
  ])
  expect(await namesOf()).toEqual(expect.not.arrayContaining(['Not done', 'Nor this', 'Lost', 'Lost too']))
})

test('a condition that does not hold ends nothing; one that is none is refused', async () => {
  const made = post('made', 'Begun')
  const skipped = post('no', 'Skipped', { dependsOn: ['made'], if: '$made/city ne null' })
  expect(statuses(await json([made, skipped, post('on', 'Done')]))).toEqual(['made 201', 'no 424', 'on 201'])
  const unfit = [
    ['$made/nothing eq 1', 400],
    ['$made eq 1', 501],
    ['name eq 1', 400],
    ['$made/name', 400],
    ['(', 400],
    ['$made/customers/any()', 400],
  ] as const
  const found: unknown[] = []
  for (const [condition] of unfit) {
    const [, refused] = await json([made, { ...skipped, if: condition }])
    found.push([condition, refused?.status])
  }
  expect(found).toEqual(unfit)
  for (const wrong of [{ if: 5 }, { if: '' }, { if: '$other/$succeeded' }]) {
    const answer = await ilze.send('POST', `${root}$batch`, { requests: [made, { ...skipped, ...wrong }] })
    expect(answer.status).toBe(400)
  }
})

test('a query takes values from answers before it', async () => {
  const responses = await json([
    post('1', "It's one", { body: { name: "It's one", city: 'Place & co' } }),
    post('2', 'Two', { body: { name: 'Two', city: 'Place & co' } }),
    {
      id: 'same',
      method: 'GET',
      url: "customers?$filter=city%20eq%20$1/city and name ne '$1/name'&$orderby=name",
      dependsOn: ['1'],
    },
    {
      id: 'own',
      method: 'GET',
      url: 'customers?$filter=name+eq+%241/name+and+id+ne+$2/id&$select=name',
      dependsOn: ['1', '2'],
    },
    { id: 'none', method: 'GET', url: 'customers?$filter=$1/name eq name' },
  ])
  const names = responses.map(({ body }) =>
    (body?.['value'] as { name: string }[] | undefined)?.map(({ name }) => name),
  )
  expect(names.slice(2)).toEqual([["It's one", 'Two'], ["It's one"], undefined])
  expect(responses[4]?.status).toBe(400)
})
