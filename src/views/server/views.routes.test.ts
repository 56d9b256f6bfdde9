import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entityRoutes } from '#entities/server/entities.routes.ts'
import { fault } from '#faults/fault.ts'
import { createHttp } from '#platform/server/http/server.ts'
import { newId } from '#platform/server/newId.ts'
import type { Http } from '#platform/server/http/validation.ts'
import { defaultViewId } from '#views/defaultView.ts'
import { viewRoutes } from '#views/server/views.routes.ts'
import { viewDefinitions, viewsPart, type ViewContext } from '#views/server/views.ts'
import type { View } from '#views/view.ts'
import { definitionsGround, type DefinitionsGround } from '../../../test/support/definitions.ts'

let ground: DefinitionsGround
let app: Http
const ann = newId()
const bob = newId()
const salesRole = newId()
const unit = newId()

beforeAll(async () => {
  ground = await definitionsGround('views', [viewDefinitions])
  const { schema } = ground.context.environment
  await ground.database.execute({ text: `create table "${schema}"."_team_member" (team_id uuid, member_id uuid)` })
  app = await createHttp({ ground: ground.context, logger: undefined, trustProxy: false })
  const contextOf = ({ headers }: { headers: Record<string, unknown> }): ViewContext => {
    const isMaker = headers['x-person'] !== 'bob'
    const roles = isMaker ? [] : [salesRole]
    const member = { id: isMaker ? ann : bob, unitId: unit, roles, administrator: isMaker, developerMode: isMaker }
    return { ...ground.context, member }
  }
  const deps = { changes: ground.changes, models: ground.models, contextOf }
  entityRoutes(app, { ...deps, beside: (request, model) => viewsPart(contextOf(request), model) })
  viewRoutes(app, {
    ...deps,
    requireMaker(request) {
      if (request.headers['x-person'] === 'bob') throw fault('request.forbidden')
    },
  })
})
afterAll(async () => {
  await app.close()
  await ground.stop()
})

type Answer = { status: number; body: Record<string, unknown> & Partial<View>; etag: string | undefined }

async function call(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  payload?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await app.inject({
    method,
    url: `/api/metadata/${path.replace('{envid}', ground.context.environment.id)}`,
    headers: { ...(payload === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
  })
  const etag = response.headers.etag
  return { status: response.statusCode, body: response.body === '' ? {} : response.json(), etag: etag?.toString() }
}
const asBob = { 'x-person': 'bob' }

function refusalOf({ body }: Answer): { code: string; target?: string } | undefined {
  const error = body['error'] as { code: string; target?: string; details?: { code: string; target?: string }[] }
  return error.details?.[0] ?? error
}

let made = 0
type Made = { entity: string; base: string; attributes: Record<string, string>; first: string }

async function newEntity(): Promise<Made> {
  made += 1
  const attributes = Array.from({ length: 11 }, (_, at) => ({ name: `Field ${at}`, uri: `field${at}`, type: 'text' }))
  const { body, status } = await call('POST', 'entity/v1/{envid}', {
    name: 'Order',
    collectionname: 'Orders',
    uri: `orders${String.fromCharCode(96 + made)}`,
    attributes: [...attributes, { name: 'Due', uri: 'due', type: 'date' }],
  })
  expect(status).toBe(201)
  const list = body['attributes'] as { id: string; uri: string }[]
  return {
    entity: String(body['id']),
    base: `view/v1/{envid}/${String(body['id'])}`,
    attributes: Object.fromEntries(list.map(({ id, uri }) => [uri, id])),
    first: defaultViewId(String(body['id'])),
  }
}

async function viewsOf({ base }: Made, headers = {}): Promise<View[]> {
  return (await call('GET', base, undefined, headers)).body['value'] as View[]
}

function columnsOf({ attributes }: Made, count: number) {
  return Array.from({ length: count }, (_, at) => ({ attribute: attributes[`field${at}`] }))
}

describe('views', () => {
  test('[R005][R445] POST creates a view of an entity', async () => {
    const at = await newEntity()
    const { status, body, etag } = await call('POST', at.base, {
      name: 'Late orders',
      description: 'Due before today',
      columns: columnsOf(at, 2),
      sort: [{ attribute: 'name', descending: true }],
      filter: {
        kind: 'and',
        of: [
          {
            kind: 'condition',
            attribute: at.attributes['due'],
            operator: 'lt',
            values: [{ dynamic: 'period', unit: 'day', shift: 0 }],
          },
        ],
      },
    })
    expect({ status, etag }).toEqual({ status: 201, etag: '"1"' })
    expect(body).toMatchObject({ name: 'Late orders', kind: 'grid', default: false, personal: false, version: 1 })
    expect(await viewsOf(at)).toContainEqual(body)
    expect((await call('GET', `${at.base}/${String(body.id)}`)).body).toEqual(body)
  })

  test('[R446] PATCH updates a view; [R209][R210] its name and description', async () => {
    const at = await newEntity()
    const path = `${at.base}/${at.first}`
    const changed = await call('PATCH', path, { name: 'All of them', description: 'Nothing is left out' })
    expect(changed.body).toMatchObject({ name: 'All of them', description: 'Nothing is left out', version: 2 })
    const again = await call('POST', at.base, { id: at.first, name: 'Once more' })
    expect([again.status, again.body.name, again.body.version]).toEqual([200, 'Once more', 3])
  })

  test('[R447] DELETE removes a view, and an undo brings it back', async () => {
    const at = await newEntity()
    const { body } = await call('POST', at.base, { name: 'Short lived', sort: [{ attribute: 'name' }] })
    const gone = await call('DELETE', `${at.base}/${String(body.id)}`)
    expect((await viewsOf(at)).map(({ name }) => name)).toEqual(['Orders'])
    await ground.changes.undo(ground.context, String(gone.body['change_id']))
    const {
      version: _version,
      change_id: _change,
      ...back
    } = (await viewsOf(at)).find(({ id }) => id === body.id) ?? {}
    expect(body).toMatchObject(back)
  })

  test('[R339] a name of 2 and of 25 characters is refused, of 3 and 24 taken; [R346] a description of 2 and 256', async () => {
    const at = await newEntity()
    const post = (name: string, description: string) => call('POST', at.base, { name, description })
    expect(refusalOf(await post('ab', 'abc'))).toMatchObject({ code: 'validation.length', target: 'name' })
    expect(refusalOf(await post('a'.repeat(25), 'abc'))).toMatchObject({ code: 'validation.length', target: 'name' })
    expect(refusalOf(await post('abc', 'ab'))).toMatchObject({ code: 'validation.length', target: 'description' })
    expect((await post('abc', 'a'.repeat(256))).status).toBe(422)
    expect((await post('abc', 'a'.repeat(255))).status).toBe(201)
    expect((await post('a'.repeat(24), 'abc')).status).toBe(201)
  })

  test('[R383][R524] 10 attributes are taken, an 11th is refused; so is a 4th sort', async () => {
    const at = await newEntity()
    expect((await call('POST', at.base, { name: 'Ten of them', columns: columnsOf(at, 10) })).status).toBe(201)
    const refused = await call('POST', at.base, { name: 'Eleven', columns: columnsOf(at, 11) })
    expect([refused.status, refusalOf(refused)]).toMatchObject([422, { code: 'view.columnLimit', target: 'columns' }])
    const sort = columnsOf(at, 4)
    expect(refusalOf(await call('POST', at.base, { name: 'Sorted', sort }))).toMatchObject({ code: 'view.sortLimit' })
  })

  test('what a view names must be there and fit', async () => {
    const at = await newEntity()
    const post = (content: object) => call('POST', at.base, { name: 'Unfit', ...content })
    expect(refusalOf(await post({ columns: [{ attribute: newId() }] }))).toMatchObject({
      code: 'validation.unknown',
      target: 'columns.0',
    })
    expect(refusalOf(await post({ kind: 'board' }))).toMatchObject({ code: 'validation.required', target: 'board' })
    expect(refusalOf(await post({ calendar: { start: 'name' } }))).toMatchObject({ code: 'view.fieldUnfit' })
    const deep = Array.from({ length: 7 }).reduce<object>((of) => ({ kind: 'and', of: [of] }), { kind: 'or', of: [] })
    expect(refusalOf(await post({ filter: deep }))).toMatchObject({ code: 'view.filterDepth', target: 'filter' })
  })

  test('If-Match: the second of two editors is told that the view is stale', async () => {
    const at = await newEntity()
    const edit = (name: string) => call('PATCH', `${at.base}/${at.first}`, { name }, { 'if-match': '"1"' })
    expect((await edit('First one')).status).toBe(200)
    expect(await edit('Second one')).toMatchObject({ status: 412, body: { error: { code: 'definition.stale' } } })
  })

  test('batch is one transaction', async () => {
    const at = await newEntity()
    const good = { name: 'Second view' }
    const refused = await call('POST', `${at.base}/batch`, {
      value: [{ id: at.first, name: 'Changed' }, good, { name: 'x' }],
    })
    expect(refusalOf(refused)).toMatchObject({ code: 'validation.length', target: 'value.2.name' })
    expect((await viewsOf(at)).map(({ name }) => name)).toEqual(['Orders'])
    const done = await call('POST', `${at.base}/batch`, { value: [{ id: at.first, name: 'Changed' }, good] })
    expect(done.body['value']).toMatchObject([{ name: 'Changed' }, { name: 'Second view' }])
  })

  test('[R331] a managed view answers 423 with the specified sentence', async () => {
    const at = await newEntity()
    const operation = { kind: 'view.create', entity_id: at.entity, view: { name: 'Of the system', managed: true } }
    const { operations } = await ground.changes.apply(ground.context, [operation], { author: 'system' })
    const path = `${at.base}/${String(operations[0]?.['id'])}`
    const message = ({ body }: Answer) => (body['error'] as { message: string }).message
    const updated = await call('PATCH', path, { name: 'Mine' })
    expect(updated.status).toBe(423)
    expect(message(updated)).toBe(`You can't update the record because it is managed by the system.`)
    expect(message(await call('DELETE', path))).toBe(`You can't delete the record because it is managed by the system.`)
    expect((await call('POST', at.base, { name: 'Sly one', managed: true })).body.managed).toBe(false)
  })
})

describe('the default view', () => {
  test('[R211] a new entity has one; making another the default unsets the former in the same transaction', async () => {
    const at = await newEntity()
    expect(await viewsOf(at)).toMatchObject([{ id: at.first, name: 'Orders', default: true, columns: [] }])
    const second = await call('POST', at.base, { name: 'Another', default: true })
    const defaults = (await viewsOf(at)).filter((view) => view.default).map(({ id }) => id)
    expect(defaults).toEqual([second.body.id])
    await call('PATCH', `${at.base}/${at.first}`, { default: true })
    expect((await viewsOf(at)).filter((view) => view.default).map(({ id }) => id)).toEqual([at.first])
  })

  test('it cannot be deleted, nor be said to be none, nor be personal', async () => {
    const at = await newEntity()
    const deleted = await call('DELETE', `${at.base}/${at.first}`)
    expect([deleted.status, deleted.body['error']]).toMatchObject([
      409,
      { code: 'view.defaultDelete', message: expect.stringContaining('default view cannot be deleted') },
    ])
    const unset = await call('PATCH', `${at.base}/${at.first}`, { default: false })
    expect(refusalOf(unset)).toMatchObject({ code: 'view.defaultNeeded', target: 'default' })
    const personal = await call('POST', at.base, { name: 'Mine alone', personal: true, default: true })
    expect(refusalOf(personal)).toMatchObject({ code: 'view.defaultPersonal', target: 'default' })
  })

  test('undoing that a view became the default makes the former one it again', async () => {
    const at = await newEntity()
    const second = await call('POST', at.base, { name: 'Another' })
    const applied = await ground.changes.apply(ground.context, [
      { kind: 'view.update', id: second.body.id, view: { default: true, name: 'First now' } },
    ])
    await ground.changes.undo(ground.context, applied.id)
    expect((await viewsOf(at)).map((view) => [view.id, view.name, view.default])).toEqual(
      expect.arrayContaining([
        [at.first, 'Orders', true],
        [second.body.id, 'Another', false],
      ]),
    )
  })

  test('a person’s own default is that person’s alone', async () => {
    const at = await newEntity()
    const { body } = await call('POST', at.base, { name: 'For Bob' })
    await call('POST', `${at.base}/default`, { view_id: body.id }, asBob)
    const told = async (headers = {}) => {
      const metadata = await call('GET', 'v1/{envid}', undefined, headers)
      return (metadata.body['reader'] as { defaults: Record<string, string> }).defaults[at.entity]
    }
    expect([await told(asBob), await told()]).toEqual([body.id, undefined])
    await call('POST', `${at.base}/default`, { view_id: null }, asBob)
    expect(await told(asBob)).toBe(undefined)
  })
})

describe('who sees a view', () => {
  test('[R212] a personal view is seen and changed only by its creator, and is in no history', async () => {
    const at = await newEntity()
    const before = (await ground.changes.history(ground.context, { top: 1 }))[0]?.id
    const mine = await call('POST', at.base, { name: 'Bob alone', personal: true }, asBob)
    expect(mine).toMatchObject({ status: 201, body: { personal: true, owner_id: bob } })
    const path = `${at.base}/${String(mine.body.id)}`
    expect((await viewsOf(at)).map(({ name }) => name)).not.toContain('Bob alone')
    expect((await call('GET', path)).status).toBe(404)
    expect((await call('PATCH', path, { name: 'Taken over' })).status).toBe(404)
    expect((await call('DELETE', path)).status).toBe(404)
    const foreign = [{ kind: 'view.update', id: mine.body.id, view: { name: 'Taken over' } }]
    await expect(ground.changes.apply(ground.context, foreign)).rejects.toMatchObject({ code: 'definition.unknown' })
    const changed = await call('PATCH', path, { name: 'Bob still' }, { ...asBob, 'if-match': '"1"' })
    expect(changed.body).toMatchObject({ name: 'Bob still', version: 2 })
    expect((await call('PATCH', path, { name: 'Too late' }, { ...asBob, 'if-match': '"1"' })).status).toBe(412)
    expect(refusalOf(await call('PATCH', path, { personal: false }, asBob))).toMatchObject({
      code: 'view.personalFixed',
    })
    expect((await ground.changes.history(ground.context, { top: 1 }))[0]?.id).toBe(before)
    expect((await call('DELETE', path, undefined, asBob)).status).toBe(200)
    expect((await viewsOf(at, asBob)).map(({ name }) => name)).toEqual(['Orders'])
  })

  test('a shared one is changed by makers alone', async () => {
    const at = await newEntity()
    expect((await call('POST', at.base, { name: 'For all' }, asBob)).status).toBe(403)
    expect((await call('PATCH', `${at.base}/${at.first}`, { name: 'For all' }, asBob)).status).toBe(403)
    expect((await call('DELETE', `${at.base}/${at.first}`, undefined, asBob)).status).toBe(403)
  })

  test('roles that it is for see it, others do not', async () => {
    const at = await newEntity()
    await call('POST', at.base, { name: 'For sales', visible_to: [salesRole] })
    await call('POST', at.base, { name: 'For others', visible_to: [newId()] })
    expect((await viewsOf(at, asBob)).map(({ name }) => name).toSorted()).toEqual(['For sales', 'Orders'])
    expect((await viewsOf(at)).map(({ name }) => name).toSorted()).toEqual(['For others', 'For sales', 'Orders'])
  })
})

describe('definitions below a view', () => {
  test('an attribute that goes is taken out of views, the preview says so, and an undo puts it back', async () => {
    const at = await newEntity()
    const due = at.attributes['due'] ?? ''
    const { body } = await call('POST', at.base, {
      name: 'By day',
      kind: 'calendar',
      calendar: { start: due },
      columns: [{ attribute: 'name' }, { attribute: due, width: 120 }],
      sort: [{ attribute: due }],
      filter: { kind: 'and', of: [{ kind: 'condition', attribute: due, operator: 'notnull', values: [] }] },
    })
    const personal = await call(
      'POST',
      at.base,
      { name: 'Bob alone', personal: true, sort: [{ attribute: due }] },
      asBob,
    )
    const operations = [{ kind: 'attribute.delete', id: due }]
    const { impact } = await ground.changes.preview(ground.context, { operations })
    expect(impact).toContainEqual({ key: 'changes.impact.views', values: { name: 'Due', views: 'By day' }, count: 1 })
    const applied = await ground.changes.apply(ground.context, operations)
    const read = async () => (await viewsOf(at)).find(({ id }) => id === body.id)
    expect(await read()).toMatchObject({
      kind: 'grid',
      calendar: null,
      columns: [{ attribute: 'name' }],
      sort: [],
      filter: { kind: 'and', of: [] },
    })
    expect((await viewsOf(at, asBob)).find(({ personal: own }) => own)?.sort).toEqual([])
    // A part that somebody changed since then stays.
    await call('PATCH', `${at.base}/${String(body.id)}`, { sort: [{ attribute: 'name' }] })
    await ground.changes.undo(ground.context, applied.id)
    expect(await read()).toMatchObject({
      kind: 'calendar',
      calendar: { start: due },
      columns: body.columns,
      filter: body.filter,
      sort: [{ attribute: 'name', descending: false }],
    })
    expect((await viewsOf(at, asBob)).find(({ personal: own }) => own)?.sort).toEqual(personal.body.sort)
  })

  test('the views of an entity go with it, and come back with it', async () => {
    const at = await newEntity()
    const second = await call('POST', at.base, { name: 'Another', default: true })
    const before = await viewsOf(at)
    const applied = await ground.changes.apply(ground.context, [{ kind: 'entity.delete', id: at.entity }])
    expect((await call('GET', at.base)).status).toBe(404)
    const undone = await ground.changes.undo(ground.context, applied.id)
    const named = (views: readonly View[]) => views.map(({ id, name, default: first }) => [id, name, first]).toSorted()
    expect(named(await viewsOf(at))).toEqual(named(before))
    expect((await viewsOf(at)).find((view) => view.default)?.id).toBe(second.body.id)
    await ground.changes.undo(ground.context, undone.id)
    expect((await call('GET', at.base)).status).toBe(404)
  })

  test('a change of views makes no new model version, but another tag of the definitions', async () => {
    const at = await newEntity()
    const [model, tag] = [await ground.models.fresh(ground.context.environment), (await call('GET', 'v1/{envid}')).etag]
    await call('PATCH', `${at.base}/${at.first}`, { name: 'Renamed' })
    expect((await ground.models.fresh(ground.context.environment)).version).toBe(model.version)
    const after = await call('GET', 'v1/{envid}')
    expect(after.etag).not.toBe(tag)
    expect((after.body['views'] as View[]).map(({ name }) => name)).toContain('Renamed')
  })
})
