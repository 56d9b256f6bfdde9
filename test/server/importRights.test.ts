import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Job } from '../../src/jobs/job.ts'
import type { Import, ImportPlan } from '../../src/records/exchange/import/settings.ts'
import { bumpAccess, newMember, newRole, setScopes } from '../support/access.ts'
import { planOf } from '../support/imports.ts'
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

let lintel: WholeLintel
let anna: Maker
let home: Place
let orders: Named
let role = ''
let bob: Maker
beforeAll(async () => {
  lintel = await openLintel('importrights')
  anna = await newMaker(lintel.send, 'anna@example.org')
  home = await newEnvironment(anna, 'home')
  orders = await newEntity(anna, home, 'orders', [
    { name: 'Code', uri: 'code', type: 'text', unique: true },
    { name: 'Amount', uri: 'amount', type: 'number' },
  ])
  role = await newRole(lintel.database, home, { privileges: { [orders.id]: 'user' }, activities: ['import'] })
  bob = await newMember(lintel, home, 'bob@example.org', [role])
})
afterAll(() => lintel.close())

const at = (rest: string) => `/api/import/v1/${home.id}${rest}`
const codeOf = (text: string) => (JSON.parse(text) as { error: { code: string } }).error.code
async function uploaded({ send }: Maker, content: string): Promise<Import> {
  const body = `--b\r\ncontent-disposition: form-data; name="file"; filename="orders.csv"\r\ncontent-type: text/csv\r\n\r\n${content}\r\n--b--\r\n`
  const answer = send('POST', at('/upload'), body, { 'content-type': 'multipart/form-data; boundary=b' })
  return (await expected(201, answer)).json<Import>()
}
const into = (made: Import, change: object = {}): ImportPlan => {
  const plan = planOf(made, orders.id)
  const columns = plan.target.columns.map(({ attribute: _attribute, ...column }) => column)
  return { ...plan, target: { ...plan.target, columns, ...change } }
}
/** Fills the first column, and makes an attribute of the second. */
const adding = (made: Import): ImportPlan => {
  const [first] = into(made).target.columns
  const plan = planOf(made, orders.id)
  const columns = first ? [first, ...plan.target.columns.slice(1)] : []
  return { ...plan, target: { ...plan.target, columns } }
}
async function jobOf(maker: Maker, made: Import, plan: ImportPlan): Promise<Job> {
  const answer = await expected(202, maker.send('POST', at(`/${made.id}/start`), plan))
  return ended(maker, answer.json<{ job_id: string }>().job_id)
}
async function ended({ send }: Maker, id: string): Promise<Job> {
  for (;;) {
    const job = (await send('GET', `/api/job/v1/${home.id}/${id}`)).json<Job>()
    if (job.ended_on) return job
    await pause(20)
  }
}
const count = async (maker: Maker) => Number((await maker.send('GET', `/api/odata/v1/${home.id}/orders/$count`)).text)

test('an import takes the activity, and the right to create', async () => {
  const outsider = await newMember(lintel, home, 'out@example.org')
  expect((await outsider.send('GET', at(''))).status).toBe(403)
  const made = await uploaded(bob, 'code,amount\nA,1\nB,2')
  await setScopes(lintel.database, home.schema, role, orders.id, { create: 'none' })
  const refused = await bob.send('POST', at(`/${made.id}/start`), into(made))
  expect([refused.status, codeOf(refused.text)]).toEqual([403, 'request.forbidden'])
  await setScopes(lintel.database, home.schema, role, orders.id, { create: 'user' })
  expect((await jobOf(bob, made, into(made))).state).toBe('succeeded')
  expect(await count(bob)).toBe(2)
})

test('rows that mean a record of somebody else are rejected; the record stays as it is', async () => {
  await expected(201, anna.send('POST', `/api/odata/v1/${home.id}/orders`, { code: 'HERS', amount: 5 }))
  const made = await uploaded(bob, 'code,amount\nHERS,7\nA,9')
  const plan = { ...into(made, { keys: ['code'] }), skiprejected: true }
  const tried = await expected(
    200,
    bob.send('POST', at(`/${made.id}/dryrun`), { settings: plan.settings, target: plan.target }),
  )
  expect(tried.json()).toMatchObject({ valid: 1, rejected: 1 })
  expect((await jobOf(bob, made, plan)).result).toMatchObject({ updated: 1, rejected: 1 })
  const rows = (await anna.send('GET', `/api/odata/v1/${home.id}/orders?$select=code,amount&$orderby=code`)).json<{
    value: object[]
  }>()
  expect(rows.value).toMatchObject([
    { code: 'A', amount: 9 },
    { code: 'B', amount: 2 },
    { code: 'HERS', amount: 5 },
  ])
})

test('a row means no record that its importer may not read, so that no file asks what others keep', async () => {
  const pay = { name: 'Ilze', amount: 5000 }
  await expected(201, anna.send('POST', `/api/odata/v1/${home.id}/orders`, pay))
  const made = await uploaded(bob, 'name,amount\nIlze,4999\nIlze,5000\nIlze,5001')
  const { settings, target } = into(made, { keys: ['name', 'amount'] })
  const tried = await expected(200, bob.send('POST', at(`/${made.id}/dryrun`), { settings, target }))
  expect(tried.json()).toMatchObject({ valid: 3, changes: 0, rejected: 0 })
  await setScopes(lintel.database, home.schema, role, orders.id, { read: 'all' })
  const seen = await expected(200, bob.send('POST', at(`/${made.id}/dryrun`), { settings, target }))
  expect(seen.json()).toMatchObject({ valid: 2, rejected: 1, first: [{ row: 3, code: 'request.forbidden' }] })
  await setScopes(lintel.database, home.schema, role, orders.id, { read: 'user' })
})

test('rows that put a record out of use are rejected without the activity for it', async () => {
  const made = await uploaded(bob, 'code,amount,status\nC,1,disabled\nD,1,active')
  const columns = [...into(made).target.columns.slice(0, 2), { ...into(made).target.columns[2], field: 'status' }]
  const plan = { ...into(made, { columns }), skiprejected: true } as ImportPlan
  expect((await jobOf(bob, made, plan)).result).toMatchObject({ rows: 1, rejected: 1 })
})

test('attributes that a field rule closes cannot be filled', async () => {
  const { attributes } = (await anna.send('GET', `/api/metadata/entity/v1/${home.id}/${orders.id}`)).json<{
    attributes: Named[]
  }>()
  await lintel.database.execute({
    text: `insert into "${home.schema}"._field_rule values ($1, $2, true, false)`,
    values: [role, attributes.find(({ uri }) => uri === 'amount')?.id],
  })
  await bumpAccess(lintel.database, home.schema)
  const made = await uploaded(bob, 'code,amount\nE,1')
  const refused = await bob.send('POST', at(`/${made.id}/start`), into(made))
  expect([refused.status, codeOf(refused.text)]).toEqual([403, 'field.forbidden'])
})

test('definitions are made, and taken back, by whoever may alter entities then', async () => {
  const activities = ['import', 'developer-mode', 'alter-entities'] as const
  const making = await newRole(lintel.database, home, {
    privileges: { [orders.id]: 'all' },
    activities: [...activities],
  })
  const carl = await newMember(lintel, home, 'carl@example.org', [making])
  const made = await uploaded(carl, 'code,colour\nM1,red')
  expect((await jobOf(carl, made, adding(made))).state).toBe('succeeded')
  await lintel.database.execute({
    text: `delete from "${home.schema}"._activity where role_id = $1 and activity = 'alter-entities'`,
    values: [making],
  })
  await bumpAccess(lintel.database, home.schema)
  const { job_id } = (await expected(202, carl.send('POST', at(`/${made.id}/undo`)))).json<{ job_id: string }>()
  expect((await ended(carl, job_id)).result).toMatchObject({ attributes: 'kept' })
  const next = await uploaded(carl, 'code,size\nM2,big')
  const refused = await carl.send('POST', at(`/${next.id}/start`), adding(next))
  expect([refused.status, codeOf(refused.text)]).toEqual([403, 'request.forbidden'])
})

test('no refusal of an import tells the name of what its importer may not read', async () => {
  const bills = await newEntity(anna, home, 'bills', [
    { name: 'City', uri: 'city', type: 'text' },
    { name: 'Hush', uri: 'hush', type: 'text', default_expression: 'city', minlength: 5 },
    { name: 'Hush too', uri: 'hushtoo', type: 'text', required: true },
  ])
  const { attributes } = (await anna.send('GET', `/api/metadata/entity/v1/${home.id}/${bills.id}`)).json<{
    attributes: Named[]
  }>()
  const [hush, needed] = ['hush', 'hushtoo'].map((name) => attributes.find(({ uri }) => uri === name)?.id)
  await setScopes(lintel.database, home.schema, role, bills.id, 'user')
  for (const id of [hush, needed])
    await lintel.database.execute({
      text: `insert into "${home.schema}"._field_rule values ($1, $2, false, false)`,
      values: [role, id],
    })
  await bumpAccess(lintel.database, home.schema)
  const dry = async (content: string) => {
    const made = await uploaded(bob, content)
    const plan = planOf(made, bills.id)
    const columns = plan.target.columns.map(({ attribute: _attribute, ...column }) => column)
    return bob.send('POST', at(`/${made.id}/dryrun`), { settings: plan.settings, target: { ...plan.target, columns } })
  }
  const lacking = await dry('name,city\nN,Riga')
  expect([lacking.status, codeOf(lacking.text)]).toEqual([403, 'request.forbidden'])
  const [named, nonsense] = [await dry('name,hushtoo\nN,x'), await dry('name,nonsense\nN,x')]
  const told = ({ status, text }: Answer) => [status, text.replaceAll(/hushtoo|nonsense|"requestId":"[^"]*"/g, '')]
  expect(told(named)).toEqual(told(nonsense))
  await expected(
    200,
    anna.send('PATCH', `/api/metadata/attribute/v1/${home.id}/${bills.id}/${needed}`, { required: false }),
  )
  const rejected = await expected(200, dry('name,city\nN,Ri'))
  expect(rejected.json()).toMatchObject({ rejected: 1, first: [{ header: null, code: 'request.forbidden' }] })
  expect(rejected.text).not.toMatch(/hush/i)
})

test('links of a file make no record with a value that is taken out of sight, and fill nothing that is closed', async () => {
  const clients = await newEntity(anna, home, 'clients', [{ name: 'Code', uri: 'code', type: 'text', unique: true }])
  const visits = await newEntity(anna, home, 'visits', [
    { name: 'Client', uri: 'client', type: 'N:1', related_entity: clients.id },
  ])
  for (const { id } of [clients, visits]) await setScopes(lintel.database, home.schema, role, id, 'user')
  await expected(201, anna.send('POST', `/api/odata/v1/${home.id}/clients`, { name: 'Hers', code: 'K1' }))
  const file = async () => {
    const made = await uploaded(bob, 'name,client\nFirst,K1\nSecond,K2')
    const plan = planOf(made, visits.id)
    const columns = plan.target.columns.map(({ attribute: _attribute, ...column }) =>
      column.field === 'client'
        ? { ...column, match: 'key' as const, key: 'code', missing: 'create' as const }
        : column,
    )
    return { made, plan: { ...plan, skiprejected: true, target: { ...plan.target, columns } } }
  }
  const tried = async ({ made, plan: { settings, target } }: Awaited<ReturnType<typeof file>>) =>
    (await expected(200, bob.send('POST', at(`/${made.id}/dryrun`), { settings, target }))).json()
  const first = await file()
  expect(await tried(first)).toMatchObject({ valid: 1, rejected: 1, first: [{ row: 2, code: 'import.lookupMissing' }] })
  expect(await jobOf(bob, first.made, first.plan)).toMatchObject({
    state: 'succeeded',
    result: { rows: 1, rejected: 1 },
  })
  const { attributes } = (await anna.send('GET', `/api/metadata/entity/v1/${home.id}/${clients.id}`)).json<{
    attributes: Named[]
  }>()
  await lintel.database.execute({
    text: `insert into "${home.schema}"._field_rule values ($1, $2, false, false)`,
    values: [role, attributes.find(({ uri }) => uri === 'code')?.id],
  })
  await bumpAccess(lintel.database, home.schema)
  expect(await tried(await file())).toMatchObject({ valid: 0, rejected: 2 })
})
