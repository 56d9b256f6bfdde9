import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#platform/server/newId.ts'
import { viewsSchema } from '#views/server/views.schema.ts'
import type { View } from '#views/view.ts'
import { asBob, refusalOf, viewsGround, type ViewsGround } from '../../../test/support/views.ts'

let on: ViewsGround
beforeAll(async () => {
  on = await viewsGround('viewsminded')
})
afterAll(() => on.stop())

describe('who sees a view', () => {
  test('[R212] a personal view is seen and changed only by its creator, and is in no history', async () => {
    const at = await on.newEntity()
    const before = (await on.ground.changes.history(on.ground.context, { top: 1 }))[0]?.id
    const mine = await on.call('POST', at.base, { name: 'Bob alone', personal: true }, asBob)
    expect(mine).toMatchObject({ status: 201, body: { personal: true, owner_id: on.bob } })
    const path = `${at.base}/${String(mine.body.id)}`
    expect((await on.viewsOf(at)).map(({ name }) => name)).not.toContain('Bob alone')
    expect((await on.call('GET', path)).status).toBe(404)
    expect((await on.call('PATCH', path, { name: 'Taken over' })).status).toBe(404)
    expect((await on.call('DELETE', path)).status).toBe(404)
    const foreign = [{ kind: 'view.update', id: mine.body.id, view: { name: 'Taken over' } }]
    await expect(on.ground.changes.apply(on.ground.context, foreign)).rejects.toMatchObject({
      code: 'definition.unknown',
    })
    const changed = await on.call('PATCH', path, { name: 'Bob still' }, { ...asBob, 'if-match': '"1"' })
    expect(changed.body).toMatchObject({ name: 'Bob still', version: 2 })
    expect((await on.call('PATCH', path, { name: 'Too late' }, { ...asBob, 'if-match': '"1"' })).status).toBe(412)
    expect(refusalOf(await on.call('PATCH', path, { personal: false }, asBob))).toMatchObject({
      code: 'view.personalFixed',
    })
    expect((await on.ground.changes.history(on.ground.context, { top: 1 }))[0]?.id).toBe(before)
    expect((await on.call('DELETE', path, undefined, asBob)).status).toBe(200)
    expect((await on.viewsOf(at, asBob)).map(({ name }) => name)).toEqual(['Orders'])
  })

  test('nobody uses up the views that others may have', async () => {
    const at = await on.newEntity()
    const { schema } = on.ground.context.environment
    await on.ground.database.execute({
      text: `insert into "${schema}"._view (id, entity_id, definition, version, change_id)
        select gen_random_uuid(), $1, jsonb_build_object('name', 'Own ' || n, 'personal', true, 'owner_id', $2::text), 1,
          gen_random_uuid() from generate_series(1, 500) n`,
      values: [at.entity, on.bob],
    })
    const further = (personal: boolean, as?: typeof asBob) =>
      on.call('POST', at.base, { name: 'One more', personal }, as)
    expect(refusalOf(await further(true, asBob))).toMatchObject({ code: 'view.limit' })
    expect([(await further(true)).status, (await further(false)).status]).toEqual([201, 201])
    expect(await on.viewsOf(at)).toHaveLength(3)
  })

  test('a shared one is changed by makers alone', async () => {
    const at = await on.newEntity()
    expect((await on.call('POST', at.base, { name: 'For all' }, asBob)).status).toBe(403)
    expect((await on.call('PATCH', `${at.base}/${at.first}`, { name: 'For all' }, asBob)).status).toBe(403)
    expect((await on.call('DELETE', `${at.base}/${at.first}`, undefined, asBob)).status).toBe(403)
  })

  test('roles that it is for see it; for others it is neither listed nor there', async () => {
    const at = await on.newEntity()
    const { body: sales } = await on.call('POST', at.base, { name: 'For sales', visible_to: [on.salesRole] })
    const { body: others } = await on.call('POST', at.base, { name: 'For others', visible_to: [newId()] })
    expect((await on.viewsOf(at, asBob)).map(({ name }) => name).toSorted()).toEqual(['For sales', 'Orders'])
    expect((await on.viewsOf(at)).map(({ name }) => name).toSorted()).toEqual(['For others', 'For sales', 'Orders'])
    expect((await on.call('GET', `${at.base}/${String(sales.id)}`, undefined, asBob)).status).toBe(200)
    const hidden = `${at.base}/${String(others.id)}`
    expect((await on.call('GET', hidden, undefined, asBob)).status).toBe(404)
    expect((await on.call('PATCH', hidden, { name: 'Mine now' }, asBob)).status).toBe(404)
    expect((await on.call('DELETE', hidden, undefined, asBob)).status).toBe(404)
    expect((await on.call('POST', `${at.base}/default`, { view_id: others.id }, asBob)).status).toBe(404)
    // Once its roles are taken off, everybody sees it.
    await on.call('PATCH', hidden, { visible_to: [] })
    expect((await on.call('GET', hidden, undefined, asBob)).status).toBe(200)
  })
})

describe('definitions below a view', () => {
  test('an attribute that goes is taken out of views, the preview says so, and an undo puts it back', async () => {
    const at = await on.newEntity()
    const due = at.attributes['due'] ?? ''
    const { body } = await on.call('POST', at.base, {
      name: 'By day',
      kind: 'calendar',
      calendar: { start: due },
      columns: [{ attribute: 'name' }, { attribute: due, width: 120 }],
      sort: [{ attribute: due }],
      filter: { kind: 'and', of: [{ kind: 'condition', attribute: due, operator: 'notnull', values: [] }] },
    })
    const personal = await on.call(
      'POST',
      at.base,
      { name: 'Bob alone', personal: true, sort: [{ attribute: due }] },
      asBob,
    )
    const operations = [{ kind: 'attribute.delete', id: due }]
    const { impact } = await on.ground.changes.preview(on.ground.context, { operations })
    expect(impact).toContainEqual({ key: 'changes.impact.views', values: { name: 'Due', views: 'By day' }, count: 1 })
    const applied = await on.ground.changes.apply(on.ground.context, operations)
    const read = async () => (await on.viewsOf(at)).find(({ id }) => id === body.id)
    expect(await read()).toMatchObject({
      kind: 'grid',
      calendar: null,
      columns: [{ attribute: 'name' }],
      sort: [],
      filter: { kind: 'and', of: [] },
    })
    expect((await on.viewsOf(at, asBob)).find(({ personal: own }) => own)?.sort).toEqual([])
    // A part that somebody changed since then stays.
    await on.call('PATCH', `${at.base}/${String(body.id)}`, { sort: [{ attribute: 'name' }] })
    await on.ground.changes.undo(on.ground.context, applied.id)
    expect(await read()).toMatchObject({
      kind: 'calendar',
      calendar: { start: due },
      columns: body.columns,
      filter: body.filter,
      sort: [{ attribute: 'name', descending: false }],
    })
    expect((await on.viewsOf(at, asBob)).find(({ personal: own }) => own)?.sort).toEqual(personal.body.sort)
  })

  test('the views of an entity go with it, and come back with it', async () => {
    const at = await on.newEntity()
    const second = await on.call('POST', at.base, { name: 'Another', default: true })
    const before = await on.viewsOf(at)
    const applied = await on.ground.changes.apply(on.ground.context, [{ kind: 'entity.delete', id: at.entity }])
    expect((await on.call('GET', at.base)).status).toBe(404)
    const undone = await on.ground.changes.undo(on.ground.context, applied.id)
    const named = (views: readonly View[]) => views.map(({ id, name, default: first }) => [id, name, first]).toSorted()
    expect(named(await on.viewsOf(at))).toEqual(named(before))
    expect((await on.viewsOf(at)).find((view) => view.default)?.id).toBe(second.body.id)
    await on.ground.changes.undo(on.ground.context, undone.id)
    expect((await on.call('GET', at.base)).status).toBe(404)
  })

  test('a change of views makes no new model version, but another tag of the definitions', async () => {
    const at = await on.newEntity()
    const [model, tag] = [
      await on.ground.models.fresh(on.ground.context.environment),
      (await on.call('GET', 'v1/{envid}')).etag,
    ]
    await on.call('PATCH', `${at.base}/${at.first}`, { name: 'Renamed' })
    expect((await on.ground.models.fresh(on.ground.context.environment)).version).toBe(model.version)
    const after = await on.call('GET', 'v1/{envid}')
    expect(after.etag).not.toBe(tag)
    expect((after.body['views'] as View[]).map(({ name }) => name)).toContain('Renamed')
  })

  test('an entity that was made before there were views gets the one that a new entity gets', async () => {
    const at = await on.newEntity()
    const [made] = await on.viewsOf(at)
    const { schema } = on.ground.context.environment
    const fill = viewsSchema(schema)[0]?.statements.at(-1) ?? ''
    await on.ground.database.execute({ text: `delete from "${schema}"."_view"` })
    await on.ground.database.execute({ text: fill })
    expect(await on.viewsOf(at)).toEqual([{ ...made, change_id: expect.any(String) }])
  })
})
