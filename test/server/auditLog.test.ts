import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditDetails, AuditEntry, AuditPage } from '../../src/audit/audit.ts'
import { sealLog } from '../../src/audit/server/sealer.ts'
import type { Verification } from '../../src/audit/verification.ts'
import { takeSlot } from '../../src/environments/server/environments.ts'
import { bumpAccess, newMember, newRole } from '../support/access.ts'
import { openLintel, type WholeLintel } from '../support/lintel.ts'
import { expected, newEntity, newEnvironment, newMaker, type Maker, type Named, type Place } from '../support/maker.ts'

let lintel: WholeLintel
let anna: Maker
let home: Place
let orders: Named
let order = ''
beforeAll(async () => {
  lintel = await openLintel('auditlog')
  anna = await newMaker(lintel.send, 'anna@example.org')
  home = await newEnvironment(anna, 'home')
  orders = await newEntity(anna, home, 'orders', [
    { name: 'City', uri: 'city', type: 'text' },
    { name: 'Total', uri: 'total', type: 'decimal', precision: 18, scale: 2 },
  ])
  order = await made({ name: 'First', city: '=1+1', total: '1234567890123456.89' })
  await expected(200, anna.send('PATCH', `/api/odata/v1/${home.id}/orders(${order})`, { city: 'Riga', total: '2.50' }))
  await made({ name: 'Second' })
})
afterAll(() => lintel.close())

async function made(body: object): Promise<string> {
  return (await expected(201, anna.send('POST', `/api/odata/v1/${home.id}/orders`, body))).json<{ id: string }>().id
}
const url = (rest = '') => `/api/audit/v1/${home.id}${rest}`
const list = async (query = '', who = anna) => (await expected(200, who.send('GET', url(query)))).json<AuditPage>()
const details = async (id: string, who = anna) =>
  (await expected(200, who.send('GET', url(`/entry/${id}`)))).json<AuditDetails>()
const only = async (query: string, who = anna): Promise<AuditEntry> => {
  const { value } = await list(query, who)
  const [entry] = value
  if (value.length !== 1 || !entry) throw new Error(`${value.length} entries`)
  return entry
}

describe('the log of an environment', () => {
  test('[R170] tells who did what, when, why and by which request, the last first', async () => {
    const { value } = await list(`?record=${order}`)
    expect(value.map(({ area, kind, by, entity_id, record_id }) => [area, kind, by, entity_id, record_id])).toEqual([
      ['data', 'update', 'Ilze Kalniņa', orders.id, order],
      ['data', 'create', 'Ilze Kalniņa', orders.id, order],
    ])
    const [entry] = value
    expect(entry?.cause.kind).toBe('request')
    expect(entry?.cause.id).toBe(entry?.request_id)
    expect(Math.abs(Date.now() - Date.parse(entry?.on ?? ''))).toBeLessThan(60_000)
  })

  test('[R170] each entry tells the values before and after, to the last digit', async () => {
    const entry = await only(`?record=${order}&kind=update`)
    expect(await details(entry.id)).toMatchObject({
      told: 'record',
      unread: 0,
      changes: [
        { column: 'city', before: '=1+1', after: 'Riga' },
        { column: 'total', before: '1234567890123456.89', after: '2.50' },
      ],
    })
  })

  test('holds the changes of definitions and of rights as well', async () => {
    const definition = await only(`?area=definition&entity=${orders.id}`)
    expect(await details(definition.id)).toMatchObject({ kind: 'definitionChanged', told: 'sentences' })
    await expected(201, anna.send('POST', `/api/security/v1/${home.id}/role`, { name: 'Clerk' }))
    const role = await only('?area=security&kind=roleCreated')
    expect(role).toMatchObject({ subject: 'Clerk', by: 'Ilze Kalniņa' })
    expect(await details(role.id)).toMatchObject({ told: 'facts', before: null, after: expect.any(Object) })
  })

  test('is filtered by person, table, kind, period and cause, and goes page by page without a gap or a repetition', async () => {
    const all = await list()
    const [cause, stranger] = [all.value[0]?.cause.id ?? '', '00000000-0000-7000-8000-000000000000']
    const counts = await Promise.all(
      [
        `?by=${anna.id}`,
        `?by=${stranger}`,
        `?cause=${cause}`,
        '?from=2001-01-01T00:00:00Z&to=2002-01-01T00:00:00Z',
        '?area=access',
      ].map(async (query) => (await list(query)).value.length),
    )
    expect(counts).toEqual([all.value.filter(({ by_id }) => by_id === anna.id).length, 0, 1, 0, 0])
    for (let count = 0; count < 60; count++) await made({ name: `Row ${count}` })
    const told: string[] = []
    for (let before = ''; ;) {
      const { value, next } = await list(`?area=data&kind=create${before}`)
      told.push(...value.map(({ id }) => id))
      if (next === null) break
      before = `&before=${next}`
    }
    expect(told).toHaveLength(62)
    expect(told.map(Number)).toEqual([...new Set(told)].map(Number).toSorted((a, b) => b - a))
    const refused = [
      ['?by=x', 400],
      ['?before=1;drop', 400],
      ['?area=other', 422],
      ['?from=yesterday', 400],
      ['?other=1', 422],
    ] as const
    const found = await Promise.all(refused.map(async ([bad]) => [bad, (await anna.send('GET', url(bad))).status]))
    expect(found).toEqual(refused)
    expect((await anna.send('GET', url('/entry/999999'))).status).toBe(404)
  })

  test('is seen by whom a role lets see it, and by nobody else', async () => {
    const berta = await newMember(lintel, home, 'berta@example.org')
    for (const path of ['', '/entry/1', '/people', '/verify', '/export', '/retention'])
      expect((await berta.send('GET', url(path))).status, path).toBe(403)
    const stranger = await newMaker(lintel.send, 'eve@example.org')
    expect((await stranger.send('GET', url())).status).toBe(404)
  })
})

describe('whoever sees the log without reading every record', () => {
  let clerk: Maker
  let role = ''
  beforeAll(async () => {
    role = await newRole(lintel.database, home, {
      privileges: { [orders.id]: { read: 'all' } },
      activities: ['see-audit'],
    })
    clerk = await newMember(lintel, home, 'clerk@example.org', [role])
  })
  const setRead = async (scope: string) => {
    await lintel.database.execute({
      text: `update "${home.schema}"._privilege set scope = $2 where role_id = $1`,
      values: [role, scope],
    })
    await bumpAccess(lintel.database, home.schema)
  }

  test('[R170] does not learn the values of fields that a field rule closes, here nor in the file', async () => {
    await lintel.database.execute({
      text: `insert into "${home.schema}"._field_rule (role_id, attribute_id, may_read, may_update)
        select $1, id, false, false from "${home.schema}"._attribute where uri = 'total'`,
      values: [role],
    })
    await bumpAccess(lintel.database, home.schema)
    const entry = await only(`?record=${order}&kind=update`, clerk)
    const told = await expect
      .poll(() => details(entry.id, clerk))
      .toMatchObject({ unread: 1 })
      .then(() => details(entry.id, clerk))
    expect(told).toMatchObject({ told: 'record', changes: [{ column: 'city' }], unread: 1 })
    const file = await expected(200, clerk.send('GET', url(`/export?record=${order}`)))
    expect(file.text).toContain('Riga')
    expect(file.text).not.toContain('1234567890123456')
    expect((await anna.send('GET', url(`/export?record=${order}`))).text).toContain('1234567890123456.89')
  })

  test('learns that a record was changed, but no values of a record that may not be read', async () => {
    await setRead('user')
    const entry = await only(`?record=${order}&kind=update`, clerk)
    await expect.poll(() => details(entry.id, clerk)).toMatchObject({ told: 'closed' })
    expect(JSON.stringify(await details(entry.id, clerk))).not.toContain('Riga')
    const file = await clerk.send('GET', url(`/export?record=${order}`))
    expect(file.text).toContain(order)
    expect(file.text).not.toContain('Riga')
  })
})

test('the file has every entry that is asked for, and no cell that a spreadsheet takes for a formula', async () => {
  await made({ name: '=HYPERLINK("x")' })
  const answer = await expected(200, anna.send('GET', url(`/export?area=data&entity=${orders.id}`)))
  expect(answer.headers['content-type']).toContain('text/csv')
  const lines = answer.text.trimEnd().split('\r\n')
  const [{ count } = { count: 0 }] = await lintel.database.query<{ count: number }>({
    text: `select count(*)::int as count from "${home.schema}"._audit where area = 'data'`,
  })
  expect(lines).toHaveLength(count + 1)
  expect(answer.text).not.toMatch(/(^|,)"?[=+@]/m)
})

test('one check or export of a log is at work at once, in whatever process', async () => {
  const place = { use: 'log', environmentId: home.id, most: 1 }
  const giveBack = await takeSlot(lintel.database, place)
  for (const path of ['/verify', '/export']) {
    const refused = await anna.send('GET', url(path))
    expect([path, refused.status, refused.headers['retry-after']]).toEqual([path, 429, '10'])
  }
  giveBack()
  for (const path of ['/verify', '/export', '/verify']) await expected(200, anna.send('GET', url(path)))
})

test('its chain is checked by a call, which names what somebody has changed behind our back', async () => {
  const check = async () => (await expected(200, anna.send('GET', url('/verify')))).json<Verification>()
  // The server seals by itself every few seconds, and then it is the one who does.
  const sealed = async () => {
    await sealLog(lintel.database, { schema: home.schema, environmentId: home.id })
    return (await check()).checked
  }
  await expect.poll(sealed, { timeout: 15_000 }).toBeGreaterThan(60)
  expect(await check()).toMatchObject({ problems: [], next: null })
  const entry = await only(`?record=${order}&kind=update`)
  await lintel.database.transaction(async (transaction) => {
    await transaction.execute({ text: `grant update on "${home.schema}"._audit to current_user` })
    await transaction.execute({
      text: `update "${home.schema}"._audit set by_id = null where seq = $1`,
      values: [entry.id],
    })
    await transaction.execute({ text: `revoke update on "${home.schema}"._audit from current_user` })
  })
  expect((await check()).problems).toMatchObject([{ kind: 'changed', seq: entry.id }])
})

test('how long it is kept is said by who manages the environment, and stands in the log itself', async () => {
  expect((await anna.send('GET', url('/retention'))).json()).toEqual({ days: 365 })
  expect((await anna.send('PATCH', url('/retention'), { days: 29 })).status).toBe(422)
  await expected(200, anna.send('PATCH', url('/retention'), { days: 90 }))
  expect((await anna.send('GET', url('/retention'))).json()).toEqual({ days: 90 })
  const entry = await only('?kind=auditRetention')
  expect(await details(entry.id)).toMatchObject({ told: 'facts', before: { days: 365 }, after: { days: 90 } })
})

test('the log of the installation is for who administers that', async () => {
  const path = '/api/audit/v1/installation?area=access'
  expect((await anna.send('GET', path)).status).toBe(403)
  await lintel.database.execute({
    text: `update lintel."user" set platform_administrator = true where id = $1`,
    values: [anna.id],
  })
  await expect.poll(async () => (await anna.send('GET', path)).status).toBe(200)
  const installation = async <Body>(rest: string) =>
    (await expected(200, anna.send('GET', `/api/audit/v1/installation${rest}`))).json<Body>()
  const { value } = await installation<AuditPage>(`?record=${anna.id}`)
  expect(
    value
      .map(({ kind, by_id, by }) => [kind, by_id, by])
      .toReversed()
      .slice(0, 2),
  ).toEqual([
    ['accountMade', anna.id, 'Ilze Kalniņa'],
    ['signIn', anna.id, 'Ilze Kalniņa'],
  ])
  const made = value.find(({ kind }) => kind === 'accountMade')
  expect(await installation(`/entry/${made?.id}`)).toMatchObject({
    told: 'facts',
    before: null,
    after: { email: 'anna@example.org', channel: 'email' },
  })
  expect((await anna.send('GET', '/api/audit/v1/installation/entry/999999999')).status).toBe(404)
  const csv = (await anna.send('GET', `/api/audit/v1/installation/export?record=${anna.id}&kind=accountMade`)).text
  expect(csv.split('\r\n')).toHaveLength(3)
  expect(csv).toContain('accountMade,Ilze Kalniņa')
  await sealLog(lintel.database, { schema: 'lintel', environmentId: null })
  const { problems, checked } = await installation<Verification>('/verify')
  expect(problems).toEqual([])
  expect(checked).toBeGreaterThan(1)
})

test('whoever reads or exports the log, or takes a table out, stands in it: once an hour, and once for each file', async () => {
  const rows = async (schema: string, kind: string) => {
    const text = `select by_id, entity_id, record_id, changes::jsonb as changes from ${schema}._audit
      where kind = $1 and by_id = $2 order by seq`
    return lintel.database.query<{ by_id: string; entity_id: string | null }>({ text, values: [kind, anna.id] })
  }
  for (let page = 0; page < 3; page++) await list()
  expect(await rows(`"${home.schema}"`, 'logRead')).toMatchObject([{ by_id: anna.id }])
  const exported = (await rows(`"${home.schema}"`, 'logExported')).length
  await expected(200, anna.send('GET', url('/export?kind=update')))
  expect((await rows(`"${home.schema}"`, 'logExported')).slice(exported)).toMatchObject([
    { by_id: anna.id, changes: { after: { kind: 'update' } } },
  ])
  const table = `/api/export/v1/${home.id}/${orders.id}`
  await expected(200, anna.send('GET', `${table}?format=csv`))
  expect(await rows(`"${home.schema}"`, 'tableExported')).toEqual([
    { by_id: anna.id, entity_id: orders.id, record_id: null, changes: { format: 'csv' } },
  ])
  expect((await only('?kind=tableExported')).by).toBe('Ilze Kalniņa')
  expect(await rows('lintel', 'logRead')).toHaveLength(1)
  expect(await rows('lintel', 'logExported')).toHaveLength(1)
})

test('nobody else reads, exports or checks the log of the installation', async () => {
  const stranger = await newMaker(lintel.send, 'stranger@example.org')
  for (const rest of ['', '/entry/1', '/export', '/verify'])
    expect((await stranger.send('GET', `/api/audit/v1/installation${rest}`)).status, rest).toBe(403)
})
