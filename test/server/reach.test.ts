import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Action } from '#environments/memberRights.ts'
import type { MadeUp } from '../support/reach.ts'
import { openApiOn, type TestApi } from '../support/apis.ts'
import { expected, newEntity, newEnvironment, newMaker, type Answer, type Maker, type Place } from '../support/maker.ts'

// What members may do is told by one function; here it answers as roles will.
const reaches = vi.hoisted(() => new Map<string, unknown>())
vi.mock('#security/reach.ts', async (original) =>
  (await import('../support/reach.ts')).toldReach(await original(), (action) => reaches.get(action)),
)
vi.mock('#security/condition.ts', async (original) =>
  (await import('../support/reach.ts')).toldCondition(await original()),
)
type Reach = null | 'none' | MadeUp
const allow = (action: Action, reach: Reach) => void reaches.set(action, reach)

let house: TestApi
let maker: Maker
let home: Place
let id = ''
beforeAll(async () => {
  house = await openApiOn('reach')
  maker = await newMaker(house.send, 'anna@example.org')
  home = await newEnvironment(maker, 'home')
  await newEntity(maker, home, 'things', [{ name: 'Colour', uri: 'colour', type: 'text' }])
})
afterAll(() => house.close())
beforeEach(async () => {
  reaches.clear()
  id = (await expected(201, maker.send('POST', address(), { name: 'One', colour: 'red' }))).json<{ id: string }>().id
})

const address = (rest = '') => `/api/odata/v1/${home.id}/things${rest}`
const one = () => address(`(${id})`)
const refusalOf = (answer: Answer) => {
  const { code, message } = answer.json<{ error: { code: string; message: string } }>().error
  return [answer.status, code, message]
}
const listed = async () =>
  (await expected(200, maker.send('GET', address('?$select=id')))).json<{ value: { id: string }[] }>().value

test('[R503] who may read a record and not delete it is refused in the specified words, and the record stays', async () => {
  allow('delete', 'none')
  expect(refusalOf(await maker.send('DELETE', one()))).toEqual([
    403,
    'record.deleteForbidden',
    'You do not have permissions to delete this record.',
  ])
  expect((await maker.send('GET', one())).status).toBe(200)
})

test('who may not update or create is refused, and nothing is written', async () => {
  allow('update', 'none')
  allow('create', 'none')
  expect(refusalOf(await maker.send('PATCH', one(), { colour: 'blue' }))).toEqual([
    403,
    'request.forbidden',
    expect.any(String),
  ])
  expect((await maker.send('GET', one())).json()).toMatchObject({ colour: 'red', version: 1 })
  const before = (await listed()).length
  expect(refusalOf(await maker.send('POST', address(), { name: 'Two' }))[0]).toBe(403)
  expect(await listed()).toHaveLength(before)
})

test('what one may not read is not there: neither read, listed, changed nor deleted', async () => {
  allow('read', 'none')
  expect(await listed()).toEqual([])
  expect((await maker.send('GET', one())).status).toBe(404)
  expect((await maker.send('DELETE', one())).status).toBe(404)
  expect((await maker.send('PATCH', one(), { colour: 'blue' })).status).toBe(404)
  reaches.clear()
  expect((await maker.send('GET', one())).json()).toMatchObject({ colour: 'red', version: 1 })
})

test('a condition lets through the records that fulfil it, and no others', async () => {
  const blue = await expected(201, maker.send('POST', address(), { name: 'Two', colour: 'blue' }))
  const own = blue.json<{ id: string }>().id
  const blueOnly = { parts: ['t."colour" = ', ''], values: ['blue'] }
  allow('read', blueOnly)
  allow('delete', blueOnly)
  expect(await listed()).toEqual([expect.objectContaining({ id: own })])
  expect((await maker.send('DELETE', one())).status).toBe(404)
  expect((await maker.send('DELETE', address(`(${own})`))).status).toBe(204)
})
