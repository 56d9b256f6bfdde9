import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AccessImpact } from '#security/impact.ts'
import type { PermissionTestRecord } from '#security/permissionTest.ts'
import type { RoleDetail } from '#security/role.ts'
import { newMember } from '../support/access.ts'
import { openAdministration, refusalOf, type Administration } from '../support/administration.ts'
import { expected, type Answer } from '../support/maker.ts'

let stage: Administration
let north: string
let south: string
let salesperson: string

beforeAll(async () => {
  stage = await openAdministration('permissiontests')
  north = (await stage.newUnit('North')).id
  south = (await stage.newUnit('South')).id
  const made = stage.anna.send('POST', stage.at('role'), { name: 'Salesperson', privileges: cells('unit') })
  salesperson = (await expected(201, made)).json<RoleDetail>().id
})
afterAll(() => stage.lintel.close())

const cells = (scope: string) => ['read', 'update'].map((action) => ({ entity_id: stage.orders.id, action, scope }))
const sentence = (change: object = {}) => ({
  role_id: salesperson,
  unit_id: north,
  allowed: false,
  action: 'read',
  entity_id: stage.orders.id,
  owner: 'otherUnit',
  owner_unit_id: south,
  ...change,
})
const write = async (change: object = {}) =>
  (await expected(201, stage.anna.send('POST', stage.at('test'), sentence(change)))).json<PermissionTestRecord>()
const listed = async () =>
  (await expected(200, stage.anna.send('GET', stage.at('test')))).json<{ value: PermissionTestRecord[] }>().value
const widen = (scope: string, headers: Record<string, string> = {}) =>
  stage.anna.send('PATCH', stage.at(`role/${salesperson}`), { privileges: cells(scope) }, headers)
type Refused = {
  error: { code: string; details: { code: string; message: string }[]; innererror: { overridable: boolean } }
}
const isOverridable = (answer: Answer) => answer.json<Refused>().error.innererror.overridable
const toldBy = (answer: Answer) => answer.json<Refused>().error.details.map(({ message }) => message)

test('a sentence that a change of rights would break stops it, in the reader’s words', async () => {
  const made = await write()
  expect(made).toMatchObject({ holds: true, attribute_id: null })
  const refused = await widen('all')
  expect(refusalOf(refused)).toEqual([409, 'permissionTest.failed'])
  expect(toldBy(refused)).toEqual(['Salesperson of unit North may not read orders that unit South owns'])
  const inLatvian = await widen('all', { 'accept-language': 'lv' })
  expect(toldBy(inLatvian)).toEqual([
    'Salesperson no struktūrvienības North nedrīkst lasīt: orders, kas pieder struktūrvienībai South',
  ])
  const role = (await stage.anna.send('GET', stage.at(`role/${salesperson}`))).json<RoleDetail>()
  expect(role.privileges.map(({ scope }) => scope)).toEqual(['unit', 'unit'])
  const { value } = (await expected(200, stage.anna.send('GET', stage.at('unit')))).json<{ value: { id: string }[] }>()
  expect(value).toHaveLength(3)
})

test('what a change would do is told with the sentences that it would break, in the reader’s words', async () => {
  const ask = async (scope: string) => {
    const body = { kind: 'role', id: salesperson, change: { privileges: cells(scope) } }
    const answer = await stage.anna.send('POST', stage.at('impact'), body, { 'accept-language': 'lv' })
    return (await expected(200, Promise.resolve(answer))).json<AccessImpact>().tests
  }
  const text = 'Salesperson no struktūrvienības North nedrīkst lasīt: orders, kas pieder struktūrvienībai South'
  expect(await ask('all')).toEqual({ sentences: [{ id: expect.any(String), text }], overridable: true })
  expect(await ask('owned')).toBe(null)
  expect((await listed()).map(({ holds }) => holds)).toEqual([true])
})

test('so does the move of a unit; what breaks none goes on', async () => {
  const move = () => stage.anna.send('PATCH', stage.at(`unit/${south}`), { parent_id: north })
  expect(refusalOf(await move())).toEqual([409, 'permissionTest.failed'])
  await expected(200, widen('owned'))
  await expected(200, widen('unit'))
})

test('a reason overrides it and is told in the log; a sentence that is not true stops nothing until it is true again', async () => {
  const reason = 'Aģents — only until Friday'
  await expected(200, widen('all', { 'x-override-reason': encodeURIComponent(reason) }))
  expect((await stage.events('permissionTestOverridden')).map(({ after }) => after)).toEqual([{ reason }])
  expect((await listed()).map(({ holds }) => holds)).toEqual([false])
  await expected(200, stage.anna.send('PATCH', stage.at(`role/${salesperson}`), { description: 'Sells' }))
  await expected(200, widen('unit'))
  expect(refusalOf(await widen('all'))).toEqual([409, 'permissionTest.failed'])
})

test('a sentence can be changed and taken away; both are told in the log', async () => {
  const [first] = await listed()
  const path = stage.at(`test/${first?.id}`)
  const changed = await expected(200, stage.anna.send('PATCH', path, sentence({ allowed: true })))
  expect(changed.json<PermissionTestRecord>()).toMatchObject({ id: first?.id, holds: false })
  await expected(204, stage.anna.send('DELETE', path))
  expect(await listed()).toEqual([])
  await expected(200, widen('all'))
  await expected(200, widen('unit'))
  expect(await stage.events('permissionTestDeleted')).toHaveLength(1)
})

test('a sentence about a field that a role closes', async () => {
  const { anna, home, orders } = stage
  const attribute = { name: 'Salary', uri: 'salary', type: 'number' }
  const added = anna.send('POST', `/api/metadata/attribute/v1/${home.id}/${orders.id}`, attribute)
  const salary = (await expected(201, added)).json<{ id: string }>().id
  const made = await write({ attribute_id: salary, owner: 'anybody', owner_unit_id: null })
  expect(made.holds).toBe(false)
  const close = (may_read: boolean) =>
    anna.send('PATCH', stage.at(`role/${salesperson}`), {
      fields: [{ attribute_id: salary, may_read, may_update: may_read }],
    })
  await expected(200, close(false))
  expect((await listed()).map(({ holds }) => holds)).toEqual([true])
  const opened = await close(true)
  expect(toldBy(opened)).toEqual(['Salesperson of unit North may not read “Salary” of orders, whoever owns it'])
  // What it speaks of goes: it says nothing more, and stops nothing.
  await expected(200, anna.send('DELETE', `/api/metadata/attribute/v1/${home.id}/${orders.id}/${salary}`))
  expect((await listed()).map(({ holds }) => holds)).toEqual([null])
})

test('only who manages roles writes them, about what there is', async () => {
  const nora = await newMember(stage.lintel, stage.home, 'nora@example.org', [stage.reader])
  expect(refusalOf(await nora.send('GET', stage.at('test')))).toEqual([403, 'request.forbidden'])
  expect(refusalOf(await nora.send('POST', stage.at('test'), sentence()))).toEqual([403, 'request.forbidden'])
  const send = async (change: object) => refusalOf(await stage.anna.send('POST', stage.at('test'), sentence(change)))
  expect(await send({ unit_id: stage.theirUnit })).toEqual([404, 'unit.unknown'])
  expect(await send({ entity_id: stage.theirUnit })).toEqual([404, 'definition.unknown'])
  expect(await send({ role_id: stage.theirUnit })).toEqual([404, 'role.unknown'])
  expect(await send({ owner_unit_id: null })).toEqual([422, 'validation.failed'])
  expect(await send({ action: 'delete', attribute_id: north })).toEqual([422, 'validation.failed'])
})

test('a change of definitions is stopped by the same rule, overridden by the same header, and undone by it too', async () => {
  const { anna, home, orders } = stage
  for (const { id } of await listed()) await expected(204, anna.send('DELETE', stage.at(`test/${id}`)))
  const own = await write({ allowed: true, owner: 'self', owner_unit_id: null })
  expect(own.holds).toBe(true)
  const entity = `/api/metadata/entity/v1/${home.id}/${orders.id}`
  const give = (ownership: string, headers: Record<string, string> = {}) =>
    anna.send('PATCH', entity, { ownership }, headers)
  const refused = await give('organisation')
  expect(refusalOf(refused)).toEqual([409, 'permissionTest.failed'])
  expect(isOverridable(refused)).toBe(true)
  expect(toldBy(refused)).toEqual(['Salesperson of unit North may read orders that is their own'])
  const before = (await stage.events('permissionTestOverridden')).length
  await expected(200, give('organisation', { 'x-override-reason': 'All%20see%20them' }))
  const told = (await stage.events('permissionTestOverridden')).slice(before)
  expect(told).toEqual([
    { subject: expect.objectContaining({ name: 'Salesperson' }), before: null, after: { reason: 'All see them' } },
  ])
  expect((await listed()).map(({ holds }) => holds)).toEqual([false])
  await expected(200, give('user'))
  const sets = `/api/metadata/change/v1/${home.id}`
  const operations = [{ kind: 'entity.update', id: orders.id, ownership: 'organisation' }]
  expect(refusalOf(await anna.send('POST', sets, { operations }))).toEqual([409, 'permissionTest.failed'])
  await expected(204, anna.send('DELETE', stage.at(`test/${own.id}`)))
  await write()
})

test('only who manages roles goes on with a reason; others are told by whom it could be', async () => {
  const { anna, lintel, home, orders } = stage
  const may = async (name: string, activities: string[]) => {
    const made = await expected(
      201,
      anna.send('POST', stage.at('role'), { name, activities, privileges: cells('all') }),
    )
    return newMember(lintel, home, `${name}@example.org`, [made.json<RoleDetail>().id])
  }
  const mover = await may('mover', ['manage-units'])
  const maker = await may('maker', ['alter-entities', 'developer-mode'])
  const reason = { 'x-override-reason': 'because' }
  const move = await mover.send('PATCH', stage.at(`unit/${south}`), { parent_id: north }, reason)
  expect(refusalOf(move)).toEqual([409, 'permissionTest.failed'])
  expect(isOverridable(move)).toBe(false)
  const own = await write({ allowed: true, owner: 'self', owner_unit_id: null })
  const change = await maker.send(
    'PATCH',
    `/api/metadata/entity/v1/${home.id}/${orders.id}`,
    { ownership: 'organisation' },
    reason,
  )
  expect(refusalOf(change)).toEqual([409, 'permissionTest.failed'])
  expect(isOverridable(change)).toBe(false)
  await expected(204, anna.send('DELETE', stage.at(`test/${own.id}`)))
})
