import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openApiOn, type TestApi } from '../support/apis.ts'
import { expected, newEntity, newEnvironment, newMaker, type Maker, type Named, type Place } from '../support/maker.ts'

let house: TestApi
let maker: Maker
let home: Place
let customers: Named

beforeAll(async () => {
  house = await openApiOn('variables')
  maker = await newMaker(house.send, 'anna@example.org')
  home = await newEnvironment(maker, 'home')
  customers = await newEntity(maker, home, 'customers', [])
})
afterAll(() => house.close())

const json = { 'content-type': 'application/json' }

describe('a variable', () => {
  test('keeps every digit of a number, as do the defaults and limits of attributes', async () => {
    const body = '{"key":"largest","type":"number","value":9007199254740993}'
    const one = await expected(201, maker.send('POST', `/api/variable/v1/${home.id}`, body, json))
    expect(one.json()).toMatchObject({ value: '9007199254740993' })
    const draft = '{"name":"Long","uri":"long","type":"number","default":9007199254740993,"max":9223372036854775807}'
    const address = `/api/metadata/attribute/v1/${home.id}/${customers.id}`
    const made = await expected(201, maker.send('POST', address, draft, json))
    expect(made.json()).toMatchObject({ default: '9007199254740993', max: '9223372036854775807' })
    const broken = await maker.send('POST', address, `{"name":12345678901234567890${'['.repeat(20_000)}`, json)
    expect(broken.status).toBe(400)
  })

  test('comes back when its deletion is undone', async () => {
    const { id } = (
      await expected(201, maker.send('POST', `/api/variable/v1/${home.id}`, { key: 'note', type: 'text', value: 'a' }))
    ).json<{ id: string }>()
    const gone = await expected(200, maker.send('DELETE', `/api/variable/v1/${home.id}/${id}`))
    const { change_id: change } = gone.json<{ change_id: string }>()
    await expected(200, maker.send('POST', `/api/metadata/change/v1/${home.id}/${change}/undo`))
    expect((await maker.send('GET', `/api/variable/v1/${home.id}/${id}`)).json()).toMatchObject({
      key: 'note',
      value: 'a',
    })
  })
})
