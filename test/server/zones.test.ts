import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attributeTypes } from '../../src/attributes/types.ts'
import { isRefusal, plainFormat } from '../../src/attributes/type.ts'
import { neutralProperties } from '../../src/attributes/properties.ts'
import { openApiOn, type TestApi } from '../support/apis.ts'
import { expected, newEntity, newEnvironment, newMaker, type Maker, type Place } from '../support/maker.ts'

type Row = Readonly<Record<string, unknown>>

/** Zones with what they are ahead of UTC in January, in minutes; Riga and Havana change their clocks, Havana at midnight. */
const zones = [
  ['Pacific/Honolulu', -600],
  ['UTC', 0],
  ['Pacific/Kiritimati', 840],
  ['Europe/Riga', 120],
  ['America/Havana', -300],
] as const

/** New Year, a leap day, and the days on which clocks are changed; in Havana there is no midnight on the second. */
const days = ['2024-01-01', '2024-03-10', '2024-03-31', '2024-02-29', '2024-10-27', '2024-11-03', '0001-01-01']

let house: TestApi
let maker: Maker
let place: Place
let root: string
const zone = process.env['TZ']

beforeAll(async () => {
  house = await openApiOn('zones')
  maker = await newMaker(house.send, 'ilze@example.org')
  place = await newEnvironment(maker, 'acme')
  await newEntity(maker, place, 'plans', [
    { name: 'Day', uri: 'day', type: 'date', min: '0001-01-01' },
    { name: 'Month', uri: 'month', type: 'month' },
    { name: 'Week', uri: 'week', type: 'week' },
    { name: 'Clock', uri: 'clock', type: 'time' },
    { name: 'Moment', uri: 'moment', type: 'datetime' },
  ])
  root = `/api/odata/v1/${place.id}/plans`
})
afterAll(async () => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
  await house.close()
})

describe.each(zones)('while the server runs in %s', (name, minutes) => {
  beforeAll(() => {
    process.env['TZ'] = name
  })

  test('its own clock is there', () => {
    expect(0 - new Date('2024-01-15T12:00:00Z').getTimezoneOffset()).toBe(minutes)
  })

  test.each(days)('%s stays that day, with its month, week, times of day and moments', async (day) => {
    const values = { day, month: day.slice(0, 7), week: '2024-W13', clock: '02:30:00' }
    const answer = await expected(201, maker.send('POST', root, { ...values, moment: `${day}T03:30:00+01:00` }))
    const { id, ...made } = answer.json<Row>()
    expect(made).toMatchObject(values)
    expect(instantOf(made['moment'])).toBe(instantOf(`${day}T02:30:00Z`))
    const read = (await expected(200, maker.send('GET', `${root}(${String(id)})`))).json<Row>()
    expect(read).toMatchObject(values)
    const filter = `id eq ${String(id)} and day eq ${day} and clock eq 02:30:00 and day(day) eq ${Number(day.slice(8))}`
    const found = await expected(200, maker.send('GET', `${root}?$filter=${encodeURIComponent(filter)}`))
    expect(found.json<{ value: Row[] }>().value).toHaveLength(1)
    const [event] = await house.database.query<{ after: Row }>({
      text: `select after from "${place.schema}"._event where record_id = $1`,
      values: [id],
    })
    expect(event?.after).toMatchObject(values)
  })

  test('a day that is read from a text is that day', () => {
    const read = attributeTypes.date.fromText('31.03.2024', neutralProperties, { ...plainFormat, dateOrder: 'dmy' })
    expect(isRefusal(read) ? read.code : read).toBe('2024-03-31')
  })
})

function instantOf(text: unknown): number {
  return Date.parse(String(text))
}
