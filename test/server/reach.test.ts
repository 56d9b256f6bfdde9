import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openApiOn, type TestApi } from '../support/apis.ts'
import { newClerk, type Clerk } from '../support/clerk.ts'
import { expected, newEntity, newEnvironment, newMaker, type Answer, type Maker, type Place } from '../support/maker.ts'

let house: TestApi
let maker: Maker
let home: Place
let clerk: Clerk
let id = ''
beforeAll(async () => {
  house = await openApiOn('reach')
  maker = await newMaker(house.send, 'anna@example.org')
  home = await newEnvironment(maker, 'home')
  await newEntity(maker, home, 'things', [{ name: 'Colour', uri: 'colour', type: 'text' }])
  clerk = await newClerk(house, home)
})
afterAll(() => house.close())
beforeEach(async () => {
  await clerk.allowAll()
  id = (await expected(201, maker.send('POST', address(), { name: 'One', colour: 'red' }))).json<{ id: string }>().id
})

const address = (rest = '') => `/api/odata/v1/${home.id}/things${rest}`
const one = () => address(`(${id})`)
const refusalOf = (answer: Answer) => {
  const { code, message } = answer.json<{ error: { code: string; message: string } }>().error
  return [answer.status, code, message]
}
const listed = async () =>
  (await expected(200, clerk.send('GET', address('?$select=id')))).json<{ value: { id: string }[] }>().value

test('[R503] who may read a record and not delete it is refused in the specified words, and the record stays', async () => {
  await clerk.allow('delete', 'things', 'none')
  expect(refusalOf(await clerk.send('DELETE', one()))).toEqual([
    403,
    'record.deleteForbidden',
    'You do not have permissions to delete this record.',
  ])
  expect((await clerk.send('GET', one())).status).toBe(200)
})

test('who may not update or create is refused, and nothing is written', async () => {
  await clerk.allow('update', 'things', 'none')
  await clerk.allow('create', 'things', 'none')
  expect(refusalOf(await clerk.send('PATCH', one(), { colour: 'blue' }))).toEqual([
    403,
    'request.forbidden',
    expect.any(String),
  ])
  expect((await clerk.send('GET', one())).json()).toMatchObject({ colour: 'red', version: 1 })
  const before = (await listed()).length
  expect(refusalOf(await clerk.send('POST', address(), { name: 'Two' }))[0]).toBe(403)
  expect(await listed()).toHaveLength(before)
})

test('what one may not read is not there: neither read, listed, changed nor deleted', async () => {
  await clerk.allow('read', 'things', 'none')
  expect(await listed()).toEqual([])
  expect((await clerk.send('GET', one())).status).toBe(404)
  expect((await clerk.send('DELETE', one())).status).toBe(404)
  expect((await clerk.send('PATCH', one(), { colour: 'blue' })).status).toBe(404)
  expect((await maker.send('GET', one())).json()).toMatchObject({ colour: 'red', version: 1 })
})

test('a right on own records lets those through, and no others', async () => {
  const blue = await expected(201, maker.send('POST', address(), { name: 'Two', colour: 'blue' }))
  const own = blue.json<{ id: string }>().id
  await clerk.give('things', own)
  await clerk.allow('read', 'things', 'user')
  await clerk.allow('delete', 'things', 'user')
  expect(await listed()).toEqual([expect.objectContaining({ id: own })])
  expect((await clerk.send('DELETE', one())).status).toBe(404)
  expect((await clerk.send('DELETE', address(`(${own})`))).status).toBe(204)
})
