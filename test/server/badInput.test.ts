import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { failuresOf, openThings, type Request, type Things } from '../support/things.ts'

let things: Things
beforeAll(async () => {
  things = await openThings('bad_input')
})
afterAll(() => things.lintel.close())

const failures = (requests: Iterable<Request>) => failuresOf(things, requests)
const forgetThrottle = () => things.lintel.database.execute({ text: 'delete from lintel.rate_limit' })
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

const changingRoutes = () =>
  things.lintel.app.routeTable
    .filter(({ method, url }) => ['POST', 'PATCH', 'PUT'].includes(method) && !/signout|refresh/.test(url))
    .map(({ method, url }) => {
      const address = url
        .replace(':envid', things.home.id)
        .replace(':entityid', things.entity.id)
        .replace('*', method === 'POST' ? 'things' : `things(${things.record})`)
        .replaceAll(/:\w+/g, () => randomUUID())
      return [method, address] as const
    })

/** Every route is sent every body: that takes as long as there are routes, and longer beside other tests. */
const patience = 180_000

describe('no body breaks a route', () => {
  test(
    'prototypes, deep nesting, numbers without end, broken JSON, other types',
    async () => {
      const bodies = [
        '{"__proto__":{"admin":true}}',
        '{"constructor":{"prototype":{"admin":true}}}',
        `{"a":${nested(10_000)}}`,
        nested(300_000),
        `{"operations":[{"kind":"entity.create","name":${nested(100_000)}}]}`,
        '[]',
        'null',
        '1',
        '"x"',
        '{',
        '\0',
        '{"a":1e999}',
        '{"a\\u0000":"\\ud800"}',
        '',
      ]
      const types = [
        'text/plain',
        'application/xml',
        'multipart/form-data',
        'multipart/form-data; boundary=x',
        'nonsense',
      ]
      for (const [method, url] of changingRoutes()) {
        const wrong = await failures([
          ...bodies.map((body) => [method, url, body] as const),
          ...types.map((type) => [method, url, '{"a":1}', { 'content-type': type }] as const),
        ])
        expect(wrong).toEqual([])
      }
      expect(({} as { admin?: boolean }).admin).toBeUndefined()
    },
    patience,
  )

  test('a file that only JSON describes is not taken for one', async () => {
    const body = { files: { file: { filepath: '/etc/passwd', originalFilename: 'x' } } }
    expect((await things.maker.send('POST', `/api/import/v1/${things.home.id}/upload`, body)).status).toBe(415)
  })

  test(
    'what no database holds, or no field takes, is refused at its field',
    async () => {
      const person = { firstname: 'A', lastname: 'B', email: 'x@example.org', mobilephone: '+371 2000', country: 'LV' }
      const signUp = { ...person, password: 'Otter7Bay', repeatpassword: 'Otter7Bay', terms: true }
      const proof = { email: 'x@example.org', code: '123456', ticket: 'x', password: 'y', method: 'jwt' }
      const environment = {
        name: 'Home',
        company: 'Acme',
        url: 'https://a.example',
        description: 'Orders',
        color: '#2563eb',
      }
      const row = {
        name: 'n',
        title: 't',
        amount: 1,
        total: '1.5',
        flag: true,
        day: '2024-01-01',
        moment: '2024-01-01T00:00:00Z',
      }
      const attribute = {
        name: 'Extra',
        uri: 'extra',
        type: 'text',
        description: 'abc',
        pattern: '^a$',
        options: [],
        maxlength: 9,
      }
      const forms: [string, string, Record<string, unknown>][] = [
        ['POST', '/api/auth/security/v1/signup', signUp],
        ['POST', '/api/auth/security/v1/verify', proof],
        ['POST', '/api/auth/security/v1/signin', { email: 'x@example.org', password: 'Otter7Bay', remember_me: false }],
        ['POST', '/api/auth/security/v1/resend', { email: 'x@example.org' }],
        ['PATCH', '/api/user/v1/me', { firstname: 'A', lastname: 'B', mobilephone: '112', locale: 'en' }],
        ['POST', '/api/env/v1', { ...environment, uri: 'other', region: 'eu' }],
        ['PATCH', `/api/env/v1/${things.home.id}`, environment],
        ['POST', things.records(), { ...row, owner_id: things.maker.id, status: 'active' }],
        ['PATCH', things.records(`(${things.record})`), { ...row, owner_id: things.maker.id, status: 'active' }],
        ['POST', `/api/metadata/attribute/v1/${things.home.id}/${things.entity.id}`, attribute],
        [
          'PATCH',
          `/api/metadata/entity/v1/${things.home.id}/${things.entity.id}`,
          { name: 'Things', description: 'abc', version: 1 },
        ],
        ['POST', `/api/metadata/change/v1/${things.home.id}/preview`, { operations: [{ kind: 'x' }], note: 'x' }],
      ]
      const values = [
        'a\0b',
        'a\0@b.lv',
        '\ud800',
        'a\udc00@b.lv',
        '__proto__',
        1e308,
        '1e400',
        '9'.repeat(400),
        [],
        {},
        '0000-00-00',
      ]
      for (const [method, url, form] of forms) {
        if (url.includes('/auth/')) await forgetThrottle()
        const requests = Object.keys(form).flatMap((key) =>
          values.map((value) => [method, url, { ...form, [key]: value }] as const),
        )
        expect(await failures(requests)).toEqual([])
      }
      await forgetThrottle()
      const answer = await things.maker.send('POST', '/api/auth/security/v1/signup', {
        ...signUp,
        firstname: 'a\0b',
        lastname: '\ud800',
      })
      expect(answer.status).toBe(422)
      expect(answer.json<{ error: { details: object[] } }>().error.details).toMatchObject([
        { code: 'validation.type', target: 'firstname' },
        { code: 'validation.type', target: 'lastname' },
      ])
    },
    patience,
  )

  test('ids, owners of the row and rights in a body are not the client’s to say', async () => {
    const said = { managed: true, version: 99, created_by_id: randomUUID(), envid: randomUUID(), admin: true }
    const made = await things.maker.send('POST', things.records(), { title: 'x', ...said })
    expect(made.status).toBe(422)
    const changed = await things.maker.send('PATCH', `/api/env/v1/${things.home.id}`, {
      role: 'x',
      administrator: false,
      createdbyme: false,
      created_by: randomUUID(),
    })
    expect(changed.json()).toMatchObject({ id: things.home.id, administrator: true, createdbyme: true })
  })
})
