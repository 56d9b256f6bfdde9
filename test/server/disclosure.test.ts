import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadModel } from '../../src/entities/server/entities.store.ts'
import { auditHiddenFormulas } from '../../src/security/server/disclosure/hiddenFormulas.ts'
import { bumpAccess, newMember, newRole } from '../support/access.ts'
import { openLintel, type WholeLintel } from '../support/lintel.ts'
import { expected, newEntity, newEnvironment, newMaker, type Maker, type Named, type Place } from '../support/maker.ts'

let lintel: WholeLintel
let anna: Maker
let bob: Maker
let home: Place
let people: Named
let role: string
let ids: Readonly<Record<string, string>>

const formula = (uri: string, expression: string, more = {}) => ({
  name: uri,
  uri,
  type: 'formula',
  expression,
  ...more,
})

beforeAll(async () => {
  lintel = await openLintel('disclosure')
  anna = await newMaker(lintel.send, 'anna@example.org')
  home = await newEnvironment(anna, 'home')
  people = await newEntity(anna, home, 'people', [
    { name: 'Salary', uri: 'salary', type: 'number' },
    { name: 'Grade', uri: 'grade', type: 'text' },
    formula('bonus', 'salary / 10'),
    formula('more', 'bonus + 1'),
    formula('band', 'IF(salary > 5, "high", "low")', { shown_over_hidden: true }),
    formula('shout', 'CONCAT("salary ", salary)'),
  ])
  const read = await anna.send('GET', `/api/metadata/entity/v1/${home.id}/${people.id}`)
  const { attributes } = read.json<{ attributes: { id: string; uri: string }[] }>()
  ids = Object.fromEntries(attributes.map(({ id, uri }) => [uri, id]))
  role = await newRole(lintel.database, home, {
    privileges: { [people.id]: 'all' },
    activities: ['alter-entities', 'explain-access'],
  })
  await lintel.database.execute({
    text: `insert into "${home.schema}"._field_rule values ($1, $2, false, false)`,
    values: [role, ids['salary']],
  })
  await bumpAccess(lintel.database, home.schema)
  bob = await newMember(lintel, home, 'bob@example.org', [role])
  await expected(201, anna.send('POST', at('people'), { name: 'Eve', salary: 90 }))
})
afterAll(() => lintel.close())

const at = (rest: string) => `/api/odata/v1/${home.id}/${rest}`
const preview = (operations: object[]) =>
  anna.send('POST', `/api/metadata/change/v1/${home.id}/preview`, { operations })
const impactOf = async (operations: object[]) =>
  (await expected(200, preview(operations)))
    .json<{ impact: { key: string; values: { name: string; field?: string } }[] }>()
    .impact.filter(({ key }) => /shownOverHidden|namedByHidden/.test(key))
    .map(({ values: { name, field } }) => field ?? name)

test('what is marked is shown over its hidden source, without its formula, and explained', async () => {
  const [row] = (await bob.send('GET', at('people'))).json<{ value: Record<string, unknown>[] }>().value
  expect(row).toMatchObject({ name: 'Eve', band: 'high' })
  for (const hidden of ['salary', 'bonus', 'more', 'shout']) expect(row).not.toHaveProperty(hidden)
  const explained = await bob.send('GET', `/api/security/v1/${home.id}/explain?entity=${people.id}&user=${bob.id}`)
  const { fields } = explained.json<{ fields: Record<string, { name: string; sources?: { name: string }[] }[]> }>()
  // What is hidden from the asker too is not named to them.
  expect(fields['shown']).toEqual([{ id: ids['band'], name: 'band', sources: [] }])
  const told = await anna.send('GET', `/api/security/v1/${home.id}/explain?entity=${people.id}&user=${bob.id}`)
  const all = told.json<{ fields: Record<string, { name: string; sources?: { name: string }[] }[]> }>().fields
  const said = (list: string) => all[list]?.map(({ name, sources }) => [name, sources?.map((each) => each.name).join()])
  expect(said('follow')).toEqual([
    ['bonus', 'Salary'],
    ['more', 'bonus'],
    ['shout', 'Salary'],
  ])
  expect(said('shown')).toEqual([['band', 'Salary']])
})

test('the definitions that such a member is told have no word of the hidden field', async () => {
  const dora = await newMember(lintel, home, 'dora@example.org', [role])
  await lintel.database.execute({
    text: `delete from "${home.schema}"._activity where role_id = $1 and activity = 'alter-entities'`,
    values: [role],
  })
  await bumpAccess(lintel.database, home.schema)
  const { text } = await dora.send('GET', `/api/metadata/v1/${home.id}`)
  expect(text).toContain('"band"')
  expect(text).not.toMatch(/salary|bonus/i)
})

test('a change that would show more of what is hidden says so', async () => {
  const mark = { kind: 'attribute.update', id: ids['bonus'], shown_over_hidden: true }
  expect(await impactOf([mark])).toEqual(['bonus'])
  const naming = { kind: 'entity.update', id: people.id, naming: ids['shout'] }
  expect(await impactOf([naming])).toEqual(['shout'])
  expect(await impactOf([{ kind: 'attribute.update', id: ids['bonus'], description: 'x' }])).toEqual([])
})

test('the impact of hiding a field counts what is hidden with it', async () => {
  const fields = [{ role_id: role, attribute_id: ids['salary'], may_read: true, may_update: true }]
  const answer = await anna.send('POST', `/api/security/v1/${home.id}/impact`, {
    kind: 'entity',
    id: people.id,
    change: { fields },
  })
  const gaining = answer
    .json<{ fields: { attribute: { name: string }; right: string; gaining: number }[] }>()
    .fields.filter(({ right }) => right === 'read')
    .map(({ attribute, gaining: count }) => [attribute.name, count])
  expect(gaining).toEqual([
    ['Salary', 2],
    ['bonus', 2],
    ['more', 2],
    ['shout', 2],
  ])
})

test('the upgrade writes once what each role no longer sees', async () => {
  const { database } = lintel
  const rows = () =>
    database.query<{ changes: object }>({
      text: `select changes from "${home.schema}"._audit where kind = 'formulasHidden'`,
    })
  const ground = { database, now: () => new Date(), loadModel }
  // An environment that is new has nothing to tell.
  await auditHiddenFormulas(ground, home.schema)
  expect(await rows()).toEqual([])
  await database.execute({ text: `delete from "${home.schema}"._upgrade` })
  await Promise.all([auditHiddenFormulas(ground, home.schema), auditHiddenFormulas(ground, home.schema)])
  await auditHiddenFormulas(ground, home.schema)
  expect(await rows()).toEqual([
    {
      changes: {
        subject: { id: role, name: expect.any(String) },
        before: null,
        after: { fields: ['people › bonus', 'people › more', 'people › shout'] },
      },
    },
  ])
})

test('nobody marks what would show to others what they may not read themselves', async () => {
  const maker = await newRole(lintel.database, home, {
    privileges: { [people.id]: 'all' },
    activities: ['alter-entities', 'developer-mode'],
  })
  await lintel.database.execute({
    text: `insert into "${home.schema}"._field_rule values ($1, $2, false, false)`,
    values: [maker, ids['salary']],
  })
  const carl = await newMember(lintel, home, 'carl@example.org', [maker])
  const path = `/api/metadata/attribute/v1/${home.id}/${people.id}`
  const marked = await carl.send('POST', path, formula('peek', 'salary + 0', { shown_over_hidden: true }))
  expect([marked.status, marked.json<{ error: { code: string } }>().error.code]).toEqual([
    403,
    'attribute.shownForbidden',
  ])
  expect((await carl.send('POST', path, formula('own', 'grade', { shown_over_hidden: true }))).status).toBe(201)
})
