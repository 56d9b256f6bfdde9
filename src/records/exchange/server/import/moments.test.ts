import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dryRun } from '#records/exchange/server/import/dryRun.ts'
import { readImport, startImport } from '#records/exchange/server/import/imports.ts'
import { importGround, planOf, type ImportGround } from '../../../../../test/support/imports.ts'

let house: ImportGround
beforeAll(async () => void (house = await importGround('import_moments')))
afterAll(() => house.stop())

const instants = async (uri: string) => {
  const rows = await house.rows<{ seen: Date }>(`select seen from ${house.table(uri)} order by name`)
  return rows.map(({ seen }) => seen.toISOString())
}

describe('moments that name no zone', () => {
  const content = [
    'name,seen,day',
    'a,2024-03-31 03:30,2024-03-31',
    'b,2024-10-27 03:30,2024-10-27',
    'c,2024-07-01T00:30:00,2024-07-01',
    'd,2024-07-01T00:30:00Z,2024-07-01',
    'e,2024-07-01,2024-07-01 00:00',
    '',
  ].join('\n')
  const begin = async (uri: string, timeZone: string | undefined, timezone?: string) => {
    const made = await house.upload(content)
    const plan = planOf(made, { name: uri, uri })
    const settings = { ...plan.settings, ...(timezone !== undefined && { timezone }) }
    const job = await startImport({ ...house.actor, timeZone }, house.deps, made.id, { ...plan, settings })
    return { made, job: await house.ended(job) }
  }

  test.each([
    [
      'Europe/Riga',
      ['2024-03-31T01:30', '2024-10-27T01:30', '2024-06-30T21:30', '2024-07-01T00:30', '2024-06-30T21:00'],
    ],
    [
      'America/New_York',
      ['2024-03-31T07:30', '2024-10-27T07:30', '2024-07-01T04:30', '2024-07-01T00:30', '2024-07-01T04:00'],
    ],
    [
      'Pacific/Honolulu',
      ['2024-03-31T13:30', '2024-10-27T13:30', '2024-07-01T10:30', '2024-07-01T00:30', '2024-07-01T10:00'],
    ],
    [
      'Pacific/Kiritimati',
      ['2024-03-30T13:30', '2024-10-26T13:30', '2024-06-30T10:30', '2024-07-01T00:30', '2024-06-30T10:00'],
    ],
    [undefined, ['2024-03-31T03:30', '2024-10-27T03:30', '2024-07-01T00:30', '2024-07-01T00:30', '2024-07-01T00:00']],
  ])('are on the clocks of who imports (%s), and days are that day', async (zone, expected) => {
    const uri = `seen${(zone ?? 'nowhere')
      .slice(-6)
      .toLowerCase()
      .replaceAll(/[^a-z]/g, '')}`
    expect((await begin(uri, zone)).job).toMatchObject({ state: 'succeeded', result: { rows: 5 } })
    expect(await instants(uri)).toEqual(expected.map((each) => `${each}:00.000Z`))
    const days = await house.rows<{ day: string }>(`select day::text as day from ${house.table(uri)} order by name`)
    expect(days.map(({ day }) => day)).toEqual(['2024-03-31', '2024-10-27', '2024-07-01', '2024-07-01', '2024-07-01'])
  })

  test('are on the clocks that were chosen, which stay with the import', async () => {
    const { made, job } = await begin('chosen', 'Europe/Riga', 'America/New_York')
    expect(job.state).toBe('succeeded')
    expect((await instants('chosen'))[2]).toBe('2024-07-01T04:30:00.000Z')
    const [kept] = await house.rows(
      `select data->'plan'->'settings'->>'timezone' as chosen, data->>'time_zone' as own from ${house.table('_job')} where id = $1`,
      [(await readImport(house.actor, made.id)).job_id],
    )
    expect(kept).toEqual({ chosen: 'America/New_York', own: 'Europe/Riga' })
  })

  test('a zone that was not chosen is kept too, so that a second attempt reads the same', async () => {
    const { made } = await begin('unchosen', 'Asia/Tokyo')
    const [kept] = await house.rows(
      `select data->'plan'->'settings'->>'timezone' as zone from ${house.table('_job')} where id = $1`,
      [(await readImport(house.actor, made.id)).job_id],
    )
    expect(kept).toEqual({ zone: 'Asia/Tokyo' })
  })

  test('the dry run reads them as the import does', async () => {
    const limits = { name: 'Seen', uri: 'seen', type: 'datetime', min: '2024-07-01T00:00:00.000Z' }
    await house.deps.applyChange(house.actor, [
      { kind: 'entity.create', name: 'Limit', collectionname: 'Limits', uri: 'limits', attributes: [limits] },
    ])
    const entity = (await house.deps.readModel(house.actor)).entitiesByUri.get('limits')
    const made = await house.upload('name,seen\na,2024-07-01 02:00\n')
    const { settings, target } = planOf(made, entity?.id ?? '')
    const columns = target.columns.map(({ attribute: _attribute, ...column }) => column)
    const dry = (timeZone: string | undefined, timezone?: string) =>
      dryRun({ ...house.actor, timeZone }, house.deps, made.id, {
        settings: { ...settings, ...(timezone !== undefined && { timezone }) },
        target: { ...target, columns },
      })
    expect(await dry(undefined)).toMatchObject({ valid: 1, rejected: 0 })
    expect(await dry('Europe/Riga')).toMatchObject({ valid: 0, rejected: 1 })
    expect(await dry('Europe/Riga', 'UTC')).toMatchObject({ valid: 1 })
    expect(await dry(undefined, 'Europe/Riga')).toMatchObject({ rejected: 1 })
  })
})
