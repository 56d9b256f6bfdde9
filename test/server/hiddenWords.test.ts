import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bumpAccess, newMember, newRole } from '../support/access.ts'
import { openLintel, type WholeLintel } from '../support/lintel.ts'
import {
  expected,
  newEntity,
  newEnvironment,
  newMaker,
  type Answer,
  type Maker,
  type Named,
  type Place,
} from '../support/maker.ts'

// Every word that begins so stands where Bob may not read it; so no answer to him has one.
const hiddenWord = /hush\w*/gi

let lintel: WholeLintel
let anna: Maker
let bob: Maker
let home: Place
/** What stands for the parameters of routes, by their names. */
const values: Record<string, readonly string[]> = {}

beforeAll(async () => {
  lintel = await openLintel('hiddenwords')
  anna = await newMaker(lintel.send, 'anna@example.org')
  home = await newEnvironment(anna, 'home')
  const phone = { name: 'Phone', uri: 'phone', type: 'text', searchable: true }
  const clients = await newEntity(anna, home, 'clients', [phone])
  const orders = await newEntity(anna, home, 'orders', [
    { name: 'City', uri: 'city', type: 'text', searchable: true },
    { name: 'Kept', uri: 'kept', type: 'text', searchable: true, unique: true },
    { name: 'Client', uri: 'client', type: 'N:1', related_entity: clients.id },
    { name: 'Of client', uri: 'ofclient', type: 'formula', expression: 'client.phone' },
    { name: 'Of kept', uri: 'ofkept', type: 'formula', expression: 'CONCAT("so ", kept)' },
    { name: 'Of that', uri: 'ofthat', type: 'formula', expression: 'UPPER(ofkept)' },
  ])
  // Gathered from the hidden field, and read through a link to it.
  const definitions = (path: string) => `/api/metadata/attribute/v1/${home.id}/${path}`
  const gathered = { path: ['orders'], function: 'max', attribute: 'ofkept' }
  for (const [entity, draft] of [
    [clients.id, { name: 'Gathered', uri: 'gathered', type: 'rollup', rollup: gathered }],
    [orders.id, { name: 'Through', uri: 'through', type: 'formula', expression: 'client.gathered' }],
  ] as const)
    await expected(201, anna.send('POST', definitions(entity), draft))
  const vault = await newEntity(anna, home, 'hushvault', [
    { name: 'Hush attribute', uri: 'hushattribute', type: 'text' },
  ])
  await expected(200, anna.send('PATCH', `/api/metadata/entity/v1/${home.id}/${orders.id}`, { tsv: true }))
  bob = await clerk(clients, orders)
  const kept = await attributeOf(orders, 'kept')
  await idOf(
    anna.send('POST', `/api/variable/v1/${home.id}`, { key: 'hushvariable', type: 'text', value: 'hushValue' }),
  )
  const views = [
    await newView({ name: 'Hush view', personal: true }, orders),
    await newView({ name: 'Shared', columns: [{ attribute: kept }], filter: equalTo(kept, 'hushFilter') }, orders),
  ]
  const first = await made('clients', { name: 'hushClient', phone: 'hushPhone' })
  const second = await made('clients', { name: 'hushOther', phone: 'hushPhone' })
  const mine = await made('clients', { name: 'Mine', owner_id: bob.id })
  const own = await made('orders', { name: 'Own', kept: 'hushKept', client_id: first, owner_id: bob.id })
  await made('orders', { name: 'Of mine', kept: 'hushOfMine', client_id: mine, owner_id: bob.id })
  await expected(200, anna.send('PATCH', at(`orders(${own})`), { kept: 'hushLater', client_id: second }))
  const hers = await made('orders', { name: 'hushHers', city: 'hushCity' })
  const gone = await made('orders', { name: 'Gone', kept: 'hushGone', client_id: first, owner_id: bob.id })
  const goneHers = await made('orders', { name: 'hushGoneHers' })
  for (const id of [gone, goneHers]) await expected(204, anna.send('DELETE', at(`orders(${id})`)))
  const records = [own, hers, gone, goneHers, first, await made('hushvault', { name: 'hushRecord' })]
  Object.assign(values, {
    entityid: [orders.id, clients.id, vault.id],
    recordid: records,
    id: [...records, '1', '2'],
    attributeid: [kept, await attributeOf(orders, 'client'), await attributeOf(orders, 'ofclient')],
    viewid: views,
    memberid: [anna.id, bob.id],
    userid: [anna.id],
  })
})
afterAll(() => lintel.close())

const at = (rest: string) => `/api/odata/v1/${home.id}/${rest}`
const equalTo = (attribute: string, value: string) => ({
  kind: 'and',
  of: [{ kind: 'condition', attribute, operator: 'eq', values: [value] }],
})
const idOf = async (answer: ReturnType<Maker['send']>) => (await expected(201, answer)).json<{ id: string }>().id
const made = (set: string, body: object) => idOf(anna.send('POST', at(set), body))
const newView = (body: object, { id }: Named) => idOf(anna.send('POST', `/api/metadata/view/v1/${home.id}/${id}`, body))

/** Somebody who has records of their own in two tables and may not read one of the fields. */
async function clerk(clients: Named, orders: Named): Promise<Maker> {
  const role = await newRole(lintel.database, home, {
    privileges: { [clients.id]: 'user', [orders.id]: 'user' },
    activities: ['import', 'export', 'bulk-delete', 'disable-records'],
  })
  await lintel.database.execute({
    text: `insert into "${home.schema}"._field_rule values ($1, $2, false, false)`,
    values: [role, await attributeOf(orders, 'kept')],
  })
  await bumpAccess(lintel.database, home.schema)
  return newMember(lintel, home, 'bob@example.org', [role])
}

async function attributeOf({ id }: Named, uri: string): Promise<string> {
  const { attributes } = (await anna.send('GET', `/api/metadata/entity/v1/${home.id}/${id}`)).json<{
    attributes: Named[]
  }>()
  return attributes.find((attribute) => attribute.uri === uri)?.id ?? ''
}

/** The hidden words in the answers to some addresses, and how many of these were answered at all. */
async function heard(addresses: readonly string[]): Promise<{ words: string[]; answered: number }> {
  const words: string[] = []
  let answered = 0
  for (const address of addresses) {
    const { status, text } = await bob.send('GET', address)
    if (status === 200) answered += 1
    // A refusal may say what was asked.
    const found = status === 200 ? (text.match(hiddenWord) ?? []) : []
    if (found.length > 0) words.push(`${address}: ${[...new Set(found)].join()}`)
  }
  return { words, answered }
}

test('no route that reads tells a member a word of what the role hides', async () => {
  const routes = lintel.app.routeTable.filter(({ method, url }) => method === 'GET' && /^\/api\/[^*]+$/.test(url))
  const addresses = routes.flatMap(({ url }) =>
    [...url.matchAll(/:(\w+)/g)].reduce<readonly string[]>(
      (all, [place, name = '']) =>
        all.flatMap((each) =>
          (name === 'envid' ? [home.id] : (values[name] ?? values['recordid'] ?? [])).map((value) =>
            each.replace(place, value),
          ),
        ),
      [url],
    ),
  )
  const { words, answered } = await heard([...new Set(addresses)])
  expect(words).toEqual([])
  expect(answered).toBeGreaterThan(40)
})

test('nor does any query, search, export, trash or explanation', async () => {
  const [own = '', hers = ''] = values['recordid'] ?? []
  const queries = [
    '$metadata',
    '$openapi',
    'orders?$expand=client&$count=true',
    'orders?$search=hushLater',
    'orders?$search=hushHers',
    'orders?$format=csv',
    'orders?$orderby=client/name',
    'orders?$select=ofclient',
    ...['ofkept', 'ofthat', 'through'].flatMap((field) => [
      `orders?$select=${field}`,
      `orders?$compute=${field} as c&$select=c`,
      `orders?$apply=aggregate(${field} with max as m)`,
      `orders?$apply=groupby((${field}))`,
      `orders(${own})/${field}`,
    ]),
    'clients?$select=gathered',
    'orders?$expand=client($select=gathered)',
    'orders?$compute=client/phone as c&$select=c',
    'orders?$apply=groupby((client/name),aggregate($count as n))',
    'orders?$apply=aggregate(client/phone with max as m)',
    "orders?$filter=startswith(client/phone,'hush')",
    `orders(${own})?$expand=client($select=phone)`,
    `orders(${own})/client/phone`,
    `orders(${hers})`,
    `$entity?$id=orders(${hers})`,
    'clients?$expand=orders',
    '$crossjoin(orders,clients)?$expand=clients',
  ]
  const ofEntity = (values['entityid'] ?? []).flatMap((entity) => [
    ...['csv', 'json', 'ndjson'].map((format) => `/api/export/v1/${home.id}/${entity}?format=${format}`),
    `/api/trash/v1/${home.id}/${entity}?search=`,
    ...(values['recordid'] ?? []).map((id) => `/api/security/v1/${home.id}/explain?entity=${entity}&record=${id}`),
  ])
  const search = [`/api/search/v1/${home.id}?q=hush`, `/api/metadata/v1/${home.id}`]
  const { words, answered } = await heard([
    ...queries.map((query) => at(query.replaceAll(' ', '%20'))),
    ...ofEntity,
    ...search,
  ])
  expect(words).toEqual([])
  expect(answered).toBeGreaterThan(20)
  for (const query of [
    "kept eq 'hushLater'",
    "startswith(kept,'h')",
    "client/phone eq 'hushPhone'",
    "contains(ofkept,'hush')",
    "ofthat eq 'SO HUSHOFMINE'",
    "contains(through,'hush')",
    "contains(client/gathered,'hush')",
  ]) {
    const { status, text } = await bob.send('GET', at(`orders/$count?$filter=${encodeURIComponent(query)}`))
    expect([status, text].join().startsWith('400') || text === '0', query).toBe(true)
  }
})

test('no refusal tells the name of what may not be read, nor that there is such a thing', async () => {
  const orders = values['entityid']?.[0] ?? ''
  const bills = await newEntity(anna, home, 'bills', [
    { name: 'City', uri: 'city', type: 'text', maxlength: 5 },
    { name: 'Hush', uri: 'hush', type: 'text', unique: true, default: 'same' },
    { name: 'Hush too', uri: 'hushtoo', type: 'text', required: true },
    { name: 'Hush order', uri: 'hushorder', type: 'N:1', related_entity: orders },
  ])
  const role = await newRole(lintel.database, home, { privileges: { [bills.id]: 'user', [orders]: 'user' } })
  for (const uri of ['hush', 'hushtoo', 'hushorder'])
    await lintel.database.execute({
      text: `insert into "${home.schema}"._field_rule values ($1, $2, false, false)`,
      values: [role, await attributeOf(bills, uri)],
    })
  await bumpAccess(lintel.database, home.schema)
  const dora = await newMember(lintel, home, 'dora@example.org', [role])
  const create = (body: object) => dora.send('POST', at('bills'), body)
  expect(refusedBy(await create({ name: 'Wants what is hidden' }))).toBe('request.forbidden')
  expect(refusedBy(await create({ city: 'Liverpool' }))).toBe('city validation.tooLong')
  const order = await made('orders', { name: 'Linked', owner_id: dora.id })
  const own = await made('bills', { name: 'Own', hushtoo: 'x', hushorder_id: order, owner_id: dora.id })
  // A name that is hidden is told like one that nothing has, with all that is told beside it.
  for (const name of ['hushtoo', 'nonsense']) {
    const unknown = `${name} validation.unknown`
    const told = 'city validation.tooLong'
    expect(refusedBy(await create({ [name]: 'x', city: 'Liverpool' }))).toBe(`${unknown}, ${told}`)
    const changed = await dora.send('PATCH', at(`bills(${own})`), { city: 'Liverpool', [name]: 1 })
    expect(refusedBy(changed)).toBe(`${told}, ${unknown}`)
  }
  const mine = (attribute: string) => ({ name: 'Mine', personal: true, filter: equalTo(attribute, 'x') })
  for (const id of [await attributeOf(bills, 'hush'), randomUUID()])
    expect(refusedBy(await dora.send('POST', `/api/metadata/view/v1/${home.id}/${bills.id}`, mine(id)))).toBe(
      'filter validation.unknown',
    )
  const foreseen = await expected(200, dora.send('GET', `/api/dependant/v1/${home.id}/${orders}/${order}`))
  expect(foreseen.json()).toEqual({ gone: [], held: [], cleared: [] })
  await expected(204, anna.send('DELETE', at(`bills(${own})`)))
  await made('bills', { name: 'Took it', hushtoo: 'x' })
  const brought = await dora.send('POST', `/api/trash/v1/${home.id}/${bills.id}/restore`, { ids: [own] })
  expect(brought.json()).toMatchObject({ restored: [], refused: [{ problems: [{ code: 'request.forbidden' }] }] })
})

/** What a refusal names, or its own code where it names nothing. */
function refusedBy(answer: Answer): string {
  const { code, details = [] } = answer.json<{ error: Refusal }>().error
  return details.map((each) => `${each.target} ${each.code}`).join(', ') || code
}
type Refusal = { readonly code: string; readonly details?: readonly { code: string; target: string }[] }
