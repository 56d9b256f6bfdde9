import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EnvironmentRecord } from '#environments/environment.ts'
import { post, signedIn, type House } from '../../../test/support/people.ts'
import { draft, environmentOf, openTenants, type Headers } from '../../../test/support/tenants.ts'

let house: House
let maker: Headers
beforeAll(async () => {
  house = await openTenants('environments')
  maker = await signedIn(house, 'maker@example.org')
})
afterAll(() => house.close())

type Refusal = { error: { code: string; details?: { code: string; target: string; message: string }[] } }

const get = (url: string, headers: Headers = maker) => house.app.inject({ url: `/api${url}`, headers })
const patch = (id: string, payload: object, headers: Headers = maker) =>
  house.app.inject({ method: 'PATCH', url: `/api/env/v1/${id}`, headers, payload })
const remove = (id: string, name: string, headers: Headers = maker) =>
  house.app.inject({ method: 'DELETE', url: `/api/env/v1/${id}?name=${encodeURIComponent(name)}`, headers })
const list = async (headers: Headers = maker) =>
  (await get('/env/v1', headers)).json<{ value: EnvironmentRecord[] }>().value.map(({ name }) => name)
const details = (answer: { json: <T>() => T }) =>
  answer.json<Refusal>().error.details?.map(({ target, code }) => `${target} ${code}`)

describe('creating', () => {
  test('[R002] [R125] [R126] [R127] [R128] [R129] [R130] [R131] [R132] [R433] [R434] a signed-in user makes an environment with every field', async () => {
    const made = await environmentOf(house, maker, {})
    expect(made).toEqual({
      ...draft,
      id: expect.any(String),
      role: 'Administrator',
      administrator: true,
      createdbyme: true,
      created_on: expect.any(String),
      updated_on: expect.any(String),
      version: 1,
    })
    const read = await get(`/env/v1/${made.id}`)
    expect([read.headers['etag'], read.json()]).toEqual(['"1"', made])
    expect(await list()).toEqual(['Acme'])
    expect((await get('/user/v1/me')).json()).toMatchObject({ developermode: true })
  })

  test('[R359] a uri is unique over the installation, also of two at once', async () => {
    const other = await signedIn(house, 'other@example.org')
    const taken = await post(house, '/env/v1', { ...draft, name: 'Other' }, other)
    expect([taken.statusCode, details(taken)]).toEqual([422, ['uri validation.uriTaken']])
    const race = await Promise.all(
      [maker, other].map((headers) => post(house, '/env/v1', { ...draft, uri: 'race' }, headers)),
    )
    expect(race.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 422])
  })

  test('[R341] [R348] wrong names, descriptions, uris and regions are refused at their fields', async () => {
    const answer = await post(
      house,
      '/env/v1',
      { ...draft, name: 'ab', description: 'x'.repeat(256), uri: 'Www', region: 'mars' },
      maker,
    )
    expect(answer.statusCode).toBe(422)
    expect(
      details(answer)
        ?.map((text) => text.split(' ')[0])
        .toSorted(),
    ).toEqual(['description', 'name', 'region', 'uri'])
    expect(details(await post(house, '/env/v1', { ...draft, uri: 'admin' }, maker))).toEqual([
      'uri validation.uriReserved',
    ])
    expect(details(await post(house, '/env/v1', { ...draft, uri: 'far', region: 'ru' }, maker))).toEqual([
      'region validation.option',
    ])
  })

  test('while a uri is typed, it tells whether it is free', async () => {
    expect((await get('/env/v1/uri/fresh')).json()).toEqual({ available: true })
    expect((await get('/env/v1/uri/acme')).json()).toEqual({
      available: false,
      problem: { code: 'validation.uriTaken', message: '“acme” is already taken.' },
    })
    for (const uri of ['api', 'A']) expect((await get(`/env/v1/uri/${uri}`)).json()).toMatchObject({ available: false })
  })

  test('[R518] a user can create 5; the 6th is refused, also when two ask at once', async () => {
    const headers = await signedIn(house, 'five@example.org')
    for (const uri of ['one', 'two', 'three', 'four']) await environmentOf(house, headers, { uri })
    const race = await Promise.all(
      ['fifth', 'sixth', 'seventh'].map((uri) => post(house, '/env/v1', { ...draft, uri }, headers)),
    )
    expect(race.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 422, 422])
    const refused = race.find(({ statusCode }) => statusCode === 422)
    expect(refused?.json<Refusal>().error.code).toBe('environment.limit')
    expect(await list(headers)).toHaveLength(5)
  })

  test('a deleted one that is taken back counts again', async () => {
    const headers = await signedIn(house, 'back@example.org')
    const made: EnvironmentRecord[] = []
    for (const uri of ['backa', 'backb', 'backc', 'backd', 'backe'])
      made.push(await environmentOf(house, headers, { uri }))
    const [first] = made
    const url = `/api/env/v1/${first?.id}?name=${first?.name}`
    expect((await house.app.inject({ method: 'DELETE', url, headers })).statusCode).toBe(204)
    await environmentOf(house, headers, { uri: 'backf' })
    const restored = await post(house, `/env/v1/${first?.id}/restore`, {}, headers)
    expect(restored.json<Refusal>().error.code).toBe('environment.limit')
    expect(await list(headers)).toHaveLength(5)
  })

  test('takes well under half a second', async () => {
    const headers = await signedIn(house, 'quick@example.org')
    const times: number[] = []
    for (const uri of ['quick1', 'quick2', 'quick3', 'quick4', 'quick5']) {
      const start = performance.now()
      await environmentOf(house, headers, { uri })
      times.push(performance.now() - start)
    }
    // The best of five, as many as one may make: other tests run on the same machine.
    expect(Math.min(...times)).toBeLessThan(500)
  })

  test('[R398] [R400] [R401] it starts with a root unit, principals, an Administrator, a default role and its versions', async () => {
    const { schema } = (await get(`/odata/v1/${await idOf('acme')}`)).json<{ environment: { schema: string } }>()
      .environment
    const rows = async (text: string) => house.database.query({ text: text.replaceAll('@', `"${schema}".`) })
    expect(await rows('select model_version, access_version from @_version')).toEqual([
      { model_version: 1, access_version: 1 },
    ])
    expect(await rows('select name, parent_id from @_unit')).toEqual([{ name: 'Acme', parent_id: null }])
    expect(await rows('select kind from @_principal order by kind')).toEqual([{ kind: 'member' }, { kind: 'unit' }])
    expect(await rows('select name, administrator, managed from @_role order by name')).toEqual([
      { name: 'Administrator', administrator: true, managed: true },
      { name: 'Member', administrator: false, managed: false },
    ])
    expect(
      await rows(`select role.name from @_member member join @_role role on role.id = member.default_role_id
        join @_setting setting on setting.key = 'default_role' and setting.value #>> '{}' = role.id::text`),
    ).toEqual([{ name: 'Member' }])
  })

  test('its database role reaches its own schema and no other', async () => {
    const [own, other] = [await schemaOf('acme'), await schemaOf('race')]
    const asRole = (text: string) =>
      house.database.transaction(async (transaction) => {
        await transaction.execute({ text: `set local role "${own}"` })
        return transaction.query({ text })
      })
    expect(await asRole(`select from "${own}"._role`)).toHaveLength(2)
    for (const foreign of [`"${other}"._role`, 'lintel."user"', 'lintel.token'])
      await expect(asRole(`select from ${foreign}`), foreign).rejects.toThrow('permission denied')
    await expect(asRole(`create table "${own}".mine (id int)`)).rejects.toThrow('permission denied')
  })

  test('texts sort by the language that it was made in', async () => {
    const headers = { ...(await signedIn(house, 'latvian@example.org')), 'x-locale': 'lv' }
    const { id } = await environmentOf(house, headers, { uri: 'latvija' })
    const { collation } = (await get(`/odata/v1/${id}`, headers)).json<{ environment: { collation: string } }>()
      .environment
    const sorted = await house.database.query<{ word: string }>({
      text: `select word from unnest(array['č', 'd', 'c', 'Z', 'cz', 'a']) word order by word collate ${collation}`,
    })
    expect(sorted.map(({ word }) => word)).toEqual(['a', 'c', 'cz', 'č', 'd', 'Z'])
  })
})

describe('changing and deleting', () => {
  test('[R125] [R126] [R127] [R128] [R130] [R131] [R132] every field but the region is changed', async () => {
    const headers = await someone('everything')
    const { id } = await environmentOf(house, headers, { uri: 'allbefore' })
    const other = {
      name: 'Amber',
      company: 'Amber Foods',
      uri: 'allafter',
      url: 'https://amber.example/shop',
      description: 'Honey and bread',
      color: '#15803d',
      icon: 'store',
    }
    expect((await patch(id, other, headers)).json()).toMatchObject(other)
    expect((await get(`/env/v1/${id}`, headers)).json()).toMatchObject({ ...other, region: 'eu', version: 2 })
  })

  test('[R129] the region stays, whatever is said; a stale change is refused', async () => {
    const { id } = await environmentOf(house, await someone('changer'), { uri: 'before' })
    const headers = await someone('changer')
    const changed = await patch(
      id,
      { name: 'After', description: null, region: 'us', state: 'deleted' },
      { ...headers, 'if-match': '"1"' },
    )
    expect([changed.statusCode, changed.headers['etag'], changed.json()]).toMatchObject([
      200,
      '"2"',
      { name: 'After', description: null, region: 'eu', company: 'Acme Ltd' },
    ])
    for (const stale of ['"1"', 'W/"1"', '"x"']) {
      const answer = await patch(id, { name: 'Late' }, { ...headers, 'if-match': stale })
      expect([answer.statusCode, answer.json<Refusal>().error.code]).toEqual([412, 'definition.stale'])
    }
    expect((await patch(id, { name: 'Late', version: 1 }, headers)).statusCode).toBe(412)
  })

  test('[R360] the uri may change; the former host leads to the new one, and nobody else gets it', async () => {
    const headers = await someone('mover')
    const { id } = await environmentOf(house, headers, { uri: 'oldname' })
    expect((await patch(id, { uri: 'newname' }, headers)).json()).toMatchObject({ uri: 'newname' })
    const former = await house.app.inject({
      url: '/api/env/v1?x=1',
      headers: { ...headers, host: 'oldname.localhost:3000' },
    })
    expect([former.statusCode, former.headers['location']]).toEqual([
      308,
      'http://newname.localhost:3000/api/env/v1?x=1',
    ])
    expect(details(await post(house, '/env/v1', { ...draft, uri: 'oldname' }, maker))).toEqual([
      'uri validation.uriTaken',
    ])
    await house.database.execute({ text: `update lintel.environment_uri set until = now() where uri = 'oldname'` })
    await environmentOf(house, headers, { uri: 'oldname' })
    const again = await patch(id, { uri: 'oldname' }, headers)
    expect([again.statusCode, details(again)]).toEqual([422, ['uri validation.uriTaken']])
    expect((await patch(id, { uri: 'newname2' }, headers)).statusCode).toBe(200)
    expect((await patch(id, { uri: 'newname' }, headers)).statusCode).toBe(200)
  })

  test('deleting needs the typed name; then it is gone for everyone, and can be taken back by its administrator', async () => {
    const headers = await someone('deleter')
    const { id } = await environmentOf(house, headers, { uri: 'doomed', name: 'Doomed' })
    expect(details(await remove(id, 'doomed', headers))).toEqual(['name validation.confirmName'])
    expect((await remove(id, 'Doomed', headers)).statusCode).toBe(204)
    for (const url of [`/env/v1/${id}`, `/odata/v1/${id}`]) expect((await get(url, headers)).statusCode).toBe(404)
    expect(await list(headers)).toEqual([])
    expect((await post(house, `/env/v1/${id}/restore`, {}, maker)).statusCode).toBe(404)
    expect((await post(house, `/env/v1/${id}/restore`, {}, headers)).json()).toMatchObject({ name: 'Doomed' })
    expect((await get(`/odata/v1/${id}`, headers)).statusCode).toBe(200)
  })
})

async function someone(name: string): Promise<Headers> {
  const email = `${name}@example.org`
  const known = await house.database.query({ text: 'select from lintel."user" where email = $1', values: [email] })
  if (known.length === 0) return signedIn(house, email)
  const answer = await post(house, '/auth/security/v1/signin', { email, password: 'Otter7Bay', method: 'jwt' })
  return { authorization: `Bearer ${answer.json<{ token: string }>().token}` }
}

async function idOf(uri: string): Promise<string> {
  const rows = await house.database.query<{ id: string }>({
    text: 'select id from lintel.environment where uri = $1',
    values: [uri],
  })
  return rows[0]?.id ?? ''
}

async function schemaOf(uri: string): Promise<string> {
  return `e_${(await idOf(uri)).replaceAll('-', '')}`
}
