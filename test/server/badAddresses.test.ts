import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Headers } from '../support/maker.ts'
import { failuresOf, openThings, type Request, type Things } from '../support/things.ts'

let things: Things
beforeAll(async () => {
  things = await openThings('bad_addresses')
})
afterAll(() => things.lintel.close())

const failures = (requests: Iterable<Request>) => failuresOf(things, requests)

describe('no address breaks a route', () => {
  test('query texts, options, keys and paths of every kind', async () => {
    const filters = [
      "title eq 'a%00b'",
      "title eq '%ED%A0%80'",
      "title eq '%C0%80'",
      "startswith(title,'%25')",
      'amount eq 1e400',
      'total gt 1e131073',
      'day eq 0000-01-01',
      'moment gt -9999-01-01T00:00:00Z',
      'id eq x',
      `name eq '${'x'.repeat(7000)}'`,
      '('.repeat(4000),
      `${'not '.repeat(1500)}flag`,
      'amount mod 0 eq 1',
      'amount div 0 eq 1',
      "title eq 'x' or 1 eq 1",
      "title eq 'x';drop table x",
      "title eq 'x'' or ''1''=''1'",
      'constructor eq 1',
      '__proto__ eq 1',
      "pg_read_file('/etc/passwd') eq 'x'",
      'amount add 9223372036854775807 gt 1',
      "substring(title,99999999999) eq 'a'",
      '%',
      '%zz',
      '%00',
      "matchesPattern(title,'(a+)+$')",
    ]
    const options = [
      '$orderby=name;drop',
      '$orderby=(select 1)',
      '$orderby=__proto__',
      '$select=password',
      '$select=__proto__',
      '$top=-1',
      '$top=1e9',
      '$top=99999999999999999999',
      '$skip=9223372036854775808',
      '$count=maybe',
      '$filter=flag&$filter=flag',
      '$top=1&$top=2',
      '$skiptoken=%00',
      `$skiptoken=${'a'.repeat(5000)}`,
      '$search=%00',
      '$apply=aggregate($count as x)',
      '$unknown=1',
      '%00=1',
      '&&&',
      '=',
    ]
    const paths = [
      '(1)',
      '()',
      `(${things.record})/title/$value`,
      '%00',
      '/',
      '(%E0%A4%A)',
      '/$query',
      '/../_audit',
      ';a=b',
      `(${things.record},${things.record})`,
    ]
    const places = [
      `/api/odata/v1/${things.home.id}/_audit`,
      `/api/odata/v1/${things.home.id}/pg_catalog`,
      `/api/odata/v1/${things.home.id}/%2e%2e/%2e%2e`,
      `/api/metadata/change/v1/${things.home.id}?before=9007199254740991`,
      `/api/metadata/change/v1/${things.home.id}?top=1&top=2`,
      `/api/job/v1/${things.home.id}?top=99999999999`,
      '/api/env/v1/uri/a%00b',
      `/api/env/v1/uri/${'x'.repeat(600)}`,
      '/api/%00',
      '/%',
      '/api/env/v1/%',
    ]
    const spaced = (text: string) => text.replaceAll(' ', '%20')
    expect(
      await failures([
        ...filters.map((filter) => ['GET', things.records(`?$filter=${spaced(filter)}`)] as const),
        ...options.map((option) => ['GET', things.records(`?${spaced(option)}`)] as const),
        ...paths.flatMap((path) =>
          ['GET', 'HEAD', 'POST', 'PUT', 'TRACE'].map((method) => [method, things.records(path)] as const),
        ),
        ...places.map((place) => ['GET', place] as const),
      ]),
    ).toEqual([])
  })

  test('headers in other letters, of other lengths and with other hosts', async () => {
    const headers: Headers[] = [
      { 'if-match': '"é"' },
      { 'if-match': `"${'1'.repeat(5000)}"` },
      { 'if-match': 'W/"' },
      { 'if-match': '"99999999999999999999"' },
      { 'idempotency-key': 'é'.repeat(300) },
      { prefer: 'odata.maxpagesize=999999999' },
      { accept: 'é' },
      { 'accept-language': '*;q=0.é' },
      { 'x-locale': '__proto__' },
      { host: '' },
      { host: '[::1' },
      { host: '%00.localhost:3000' },
      { 'x-forwarded-host': 'evil.example' },
      { cookie: '__Host-lintel-session=%E0%A4%A; a' },
      { origin: 'http://[' },
      { 'content-encoding': 'gzip' },
    ]
    const requests = headers.flatMap((each) => [
      ['GET', things.records(), undefined, each] as const,
      ['PATCH', things.records(`(${things.record})`), { title: 'x' }, each] as const,
      ['PATCH', `/api/env/v1/${things.home.id}`, { company: 'Acme' }, each] as const,
      ['PATCH', `/api/metadata/entity/v1/${things.home.id}/${things.entity.id}`, { description: 'abc' }, each] as const,
    ])
    expect(await failures(requests)).toEqual([])
  })

  test('a method that only a header names is not the method', async () => {
    const answer = await things.maker.send('GET', things.records(`(${things.record})`), undefined, {
      'x-http-method-override': 'DELETE',
    })
    expect(answer.status).toBe(200)
    expect((await things.maker.send('GET', things.records(`(${things.record})`))).status).toBe(200)
  })
})

describe('an address that nobody serves', () => {
  test.each(['/api/nothing', '/api', '/api/odata/v2/x', '/api/env/v1/a/b/c/d', '/metrics', '/nowhere'])(
    'is 404 in the error body: %s',
    async (path) => {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        const answer = await things.maker.send(method, path)
        const { code } = answer.json<{ error: { code: string } }>().error
        expect([answer.status, code], `${method} ${path}`).toEqual([404, 'route.unknown'])
      }
    },
  )
})
