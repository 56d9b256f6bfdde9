import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isTimeZone } from '../../src/dates/timeZone.ts'
import { localTime } from '../../src/dates/zoneTime.ts'
import { knownZone } from '../../src/platform/server/database/zones.ts'
import { dateIn } from '../../src/dates/relativePeriod.ts'
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

describe('the clocks of whoever asks', () => {
  type Headers = Readonly<Record<string, string>>
  const moment = '2024-03-30T22:30:00Z'
  let id = ''
  const read = async (headers: Headers = {}, send = maker.send) => {
    const answer = await expected(200, send('GET', `${root}(${id})?$select=dayof,hourof,today`, undefined, headers))
    return answer.json<Row>()
  }
  const setZone = (timezone: string) => expected(200, maker.send('PATCH', '/api/user/v1/me', { timezone }))
  const todayIn = (timeZone: string) => dateIn(timeZone, Date.now())

  beforeAll(async () => {
    process.env['TZ'] = 'America/New_York'
    const address = `/api/metadata/entity/v1/${place.id}`
    const entities = (await maker.send('GET', address)).json<{ value: { id: string; uri: string }[] }>().value
    const plans = entities.find(({ uri }) => uri === 'plans')
    for (const [uri, expression] of [
      ['dayof', 'TODATE(moment)'],
      ['hourof', 'HOUR(moment)'],
      ['today', 'TODAY()'],
    ]) {
      const draft = { name: uri, uri, type: 'formula', expression }
      await expected(201, maker.send('POST', `/api/metadata/attribute/v1/${place.id}/${plans?.id}`, draft))
    }
    const start = { name: 'Start', uri: 'start', type: 'date', default_expression: 'TODAY()' }
    await expected(201, maker.send('POST', `/api/metadata/attribute/v1/${place.id}/${plans?.id}`, start))
    id = (await expected(201, maker.send('POST', root, { moment }))).json<{ id: string }>().id
  })
  afterAll(() => setZone('auto'))

  test.each([
    ['Pacific/Honolulu', '2024-03-30', 12],
    ['UTC', '2024-03-30', 22],
    ['Pacific/Kiritimati', '2024-03-31', 12],
    // Half an hour later clocks there are put forward over an hour of the night.
    ['Europe/Riga', '2024-03-31', 0],
  ])(
    'a formula reads moments by the zone %s, that the browser names or the person has set',
    async (zone, day, hour) => {
      await setZone('auto')
      const [before, named, after] = [todayIn(zone), await read({ 'x-time-zone': zone }), todayIn(zone)]
      expect(named).toMatchObject({ dayof: day, hourof: hour })
      expect([before, after]).toContain(named['today'])
      await setZone(zone)
      expect(await read()).toMatchObject({ dayof: day, hourof: hour })
      expect(await read({ 'x-time-zone': 'Asia/Tokyo' }), 'what is set goes first').toMatchObject({ hourof: hour })
      expect(await read({ 'x-time-zone': 'Europe/Nowhere' })).toMatchObject({ hourof: hour })
      const filter = encodeURIComponent(`id eq ${id} and dayof eq ${day} and hourof eq ${hour}`)
      const found = await expected(200, maker.send('GET', `${root}?$filter=${filter}`))
      expect(found.json<{ value: Row[] }>().value).toHaveLength(1)
    },
  )

  test('where the database does not know the name of a zone, formulas go by another name of it', async () => {
    await setZone('auto')
    const { dayof, hourof } = await read({ 'x-time-zone': 'America/Los_Angeles' })
    // ICU knows it, the list of zones has lost it.
    for (const zone of ['US/Pacific-New', 'US/Pacific-New', 'us/pacific-new']) {
      expect(isTimeZone(zone)).toBe(true)
      expect(await read({ 'x-time-zone': zone }), zone).toMatchObject({ dayof, hourof })
    }
  })

  test('also when the name first came up where nothing else could be asked, within what is all or nothing', async () => {
    await setZone('auto')
    const zone = 'Canada/East-Saskatchewan'
    const { dayof, hourof } = await read({ 'x-time-zone': 'America/Regina' })
    const filter = encodeURIComponent(`hourof eq ${String(hourof)}`)
    const requests = [{ id: '1', method: 'GET', url: `plans?$filter=${filter}`, atomicityGroup: 'g' }]
    await maker.send('POST', `/api/odata/v1/${place.id}/$batch`, { requests }, { 'x-time-zone': zone })
    expect(await read({ 'x-time-zone': zone })).toMatchObject({ dayof, hourof })
  })

  test('a zone that is set is kept by a name that the database knows', async () => {
    expect((await setZone('US/Pacific-New')).json<Row>()).toMatchObject({ timezone: 'America/Los_Angeles' })
    expect((await setZone('Asia/Calcutta')).json<Row>()).toMatchObject({ timezone: 'Asia/Calcutta' })
    expect(await knownZone(house.database, 'Canada/East-Saskatchewan')).toBe('America/Regina')
    expect(await knownZone(house.database, 'Nowhere/Atall')).toBeUndefined()
  })

  test('a default that says today is the day of whoever makes the record; who tells no zone has that of UTC', async () => {
    await setZone('auto')
    const made = async (headers: Headers) => (await maker.send('POST', root, {}, headers)).json<Row>()['start']
    for (const zone of ['Pacific/Honolulu', 'Pacific/Kiritimati', 'UTC']) {
      const [before, start, after] = [
        todayIn(zone),
        await made(zone === 'UTC' ? {} : { 'x-time-zone': zone }),
        todayIn(zone),
      ]
      expect([before, after], zone).toContain(start)
    }
  })

  test(
    'work on many records and its undo go by the clocks of the request that began them',
    { timeout: 90_000 },
    async () => {
      await setZone('auto')
      const address = `/api/metadata/entity/v1/${place.id}`
      const entities = (await maker.send('GET', address)).json<{ value: { id: string; uri: string }[] }>().value
      const plans = entities.find(({ uri }) => uri === 'plans')?.id
      const note = {
        name: 'Note',
        uri: 'note',
        type: 'text',
        validators: [{ name: 'expression', expression: 'HOUR(moment) = 12' }],
      }
      await expected(201, maker.send('POST', `/api/metadata/attribute/v1/${place.id}/${plans}`, note))
      const inHonolulu = { 'x-time-zone': 'Pacific/Honolulu' }
      await expected(200, maker.send('PATCH', `${root}(${id})`, { note: 'old' }, inHonolulu))
      house.work()
      const done = async (path: string, body: object) => {
        const asked = await expected(202, maker.send('POST', path, body, inHonolulu))
        const { job_id } = asked.json<{ job_id: string }>()
        return expect
          .poll(async () => (await maker.send('GET', `/api/job/v1/${place.id}/${job_id}`)).json<Row>(), pollEnd)
          .toMatchObject({ state: 'succeeded', result: { done: 1, refused: 0 } })
          .then(() => job_id)
      }
      const records = { query: `$filter=${encodeURIComponent(`id eq ${id} and hourof eq 12`)}`, except: [] }
      const draft = { action: 'change', records, values: { note: 'new' } }
      const job = await done(`/api/bulk/v1/${place.id}/${plans}`, draft)
      await done(`/api/cause/v1/${place.id}/undo`, { id: job, kind: 'bulk' })
      const read = await maker.send('GET', `${root}(${id})?$select=note`)
      expect(read.json<Row>()).toMatchObject({ note: 'old' })
    },
  )

  test('PostgreSQL knows every zone that a person can set', async () => {
    const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')]
    const moments = await house.database.query<{ zone: string; local: string }>({
      text: `select zone, (timestamptz '${moment}' at time zone zone)::text as local from unnest($1::text[]) zone`,
      values: [zones],
    })
    expect(moments.map(({ zone }) => zone)).toEqual(zones)
    const others = moments.filter(({ zone, local }) => {
      const clock = new Date(localTime(Date.parse(moment), zone)).toISOString()
      return local.replace(' ', 'T') !== clock.slice(0, 19)
    })
    expect(others, 'and reads the same time on their clocks').toEqual([])
  })
})

const pollEnd = { timeout: 30_000, interval: 50 }

function instantOf(text: unknown): number {
  return Date.parse(String(text))
}
