import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signedIn, type House } from '../../../test/support/people.ts'
import { environmentOf, openTenants, type Headers } from '../../../test/support/tenants.ts'

let house: House
beforeAll(async () => {
  house = await openTenants('reference')
})
afterAll(() => house.close())

const get = (url: string, headers: Headers) => house.app.inject({ url: `/api${url}`, headers })

describe('reference data', () => {
  test('[R134] [R135] [R136] [R137] [R287] [R432] GET /region/v1 lists the four, each with whether it is available here', async () => {
    const regions = (await get('/region/v1', {})).json<{
      value: { code: string; name: string; available: boolean }[]
    }>().value
    expect(regions.map(({ code, name, available }) => [code, name, available])).toEqual([
      ['eu', 'Europe', true],
      ['us', 'United States', true],
      ['ap', 'Asia Pacific', false],
      ['ru', 'Russia', false],
    ])
    const spanish = (await get('/region/v1', { 'x-locale': 'es' })).json<{ value: { name: string }[] }>().value
    expect(spanish[1]?.name).toBe('Estados Unidos')
  })

  test('[R288] [R431] GET /announcement/v1/ lists those valid now for the reader', async () => {
    expect((await get('/announcement/v1/', {})).json()).toEqual({ value: [] })
    await house.database.execute({
      text: `insert into lintel.announcement (id, title, body, kind, audience, region, locale, valid_from, valid_until)
        values (gen_random_uuid(), 'everyone', '', 'info', 'all', null, null, now() - interval '1 hour', null),
          (gen_random_uuid(), 'members', '', 'warning', 'members', null, null, now() - interval '2 hours', null),
          (gen_random_uuid(), 'latvian', '', 'info', 'all', null, 'lv', now() - interval '3 hours', null),
          (gen_random_uuid(), 'over', '', 'info', 'all', null, null, now() - interval '4 hours', now()),
          (gen_random_uuid(), 'later', '', 'info', 'all', null, null, now() + interval '1 hour', null),
          (gen_random_uuid(), 'us only', '', 'maintenance', 'region', 'us', null, now() - interval '5 hours', null)`,
    })
    const titles = async (headers: Headers) =>
      (await get('/announcement/v1', headers)).json<{ value: { title: string }[] }>().value.map(({ title }) => title)
    expect(await titles({})).toEqual(['everyone'])
    expect((await get('/announcement/v1', {})).json<{ value: unknown[] }>().value[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      title: 'everyone',
      body: '',
      kind: 'info',
      audience: 'all',
      from: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      until: null,
      dismissible: true,
      link: null,
    })
    expect(await titles({ 'x-locale': 'lv' })).toEqual(['everyone', 'latvian'])
    const reader = await signedIn(house, 'reader@example.org')
    expect(await titles(reader)).toEqual(['everyone', 'members'])
    await environmentOf(house, reader, { uri: 'readers', region: 'us' })
    expect(await titles(reader)).toEqual(['everyone', 'members', 'us only'])
  })
})
