import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#platform/server/newId.ts'

import {
  asBob,
  columnsOf,
  refusalOf,
  viewsGround,
  type ViewAnswer,
  type ViewsGround,
} from '../../../test/support/views.ts'

let on: ViewsGround
beforeAll(async () => {
  on = await viewsGround('views')
})
afterAll(() => on.stop())

describe('views', () => {
  test('[R005][R445] POST creates a view of an entity', async () => {
    const at = await on.newEntity()
    const { status, body, etag } = await on.call('POST', at.base, {
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
    expect(await on.viewsOf(at)).toContainEqual(body)
    expect((await on.call('GET', `${at.base}/${String(body.id)}`)).body).toEqual(body)
  })

  test('[R446] PATCH updates a view; [R209][R210] its name and description', async () => {
    const at = await on.newEntity()
    const path = `${at.base}/${at.first}`
    const changed = await on.call('PATCH', path, { name: 'All of them', description: 'Nothing is left out' })
    expect(changed.body).toMatchObject({ name: 'All of them', description: 'Nothing is left out', version: 2 })
    const again = await on.call('POST', at.base, { id: at.first, name: 'Once more' })
    expect([again.status, again.body.name, again.body.version]).toEqual([200, 'Once more', 3])
  })

  test('[R447] DELETE removes a view, and an undo brings it back', async () => {
    const at = await on.newEntity()
    const { body } = await on.call('POST', at.base, { name: 'Short lived', sort: [{ attribute: 'name' }] })
    const gone = await on.call('DELETE', `${at.base}/${String(body.id)}`)
    expect((await on.viewsOf(at)).map(({ name }) => name)).toEqual(['Orders'])
    await on.ground.changes.undo(on.ground.context, String(gone.body['change_id']))
    const {
      version: _version,
      change_id: _change,
      ...back
    } = (await on.viewsOf(at)).find(({ id }) => id === body.id) ?? {}
    expect(body).toMatchObject(back)
  })

  test('[R339] a name of 2 and of 25 characters is refused, of 3 and 24 taken; [R346] a description of 2 and 256', async () => {
    const at = await on.newEntity()
    const post = (name: string, description: string) => on.call('POST', at.base, { name, description })
    expect(refusalOf(await post('ab', 'abc'))).toMatchObject({ code: 'validation.length', target: 'name' })
    expect(refusalOf(await post('a'.repeat(25), 'abc'))).toMatchObject({ code: 'validation.length', target: 'name' })
    expect(refusalOf(await post('abc', 'ab'))).toMatchObject({ code: 'validation.length', target: 'description' })
    expect((await post('abc', 'a'.repeat(256))).status).toBe(422)
    expect((await post('abc', 'a'.repeat(255))).status).toBe(201)
    expect((await post('a'.repeat(24), 'abc')).status).toBe(201)
  })

  test('[R447] DELETE goes by the version that was read: If-Match of an older one removes nothing', async () => {
    const at = await on.newEntity()
    const { body } = await on.call('POST', at.base, { name: 'Short lived', sort: [{ attribute: 'name' }] })
    const path = `${at.base}/${String(body.id)}`
    await on.call('PATCH', path, { name: 'Changed since' })
    const stale = await on.call('DELETE', path, undefined, { 'if-match': '"1"' })
    expect(stale).toMatchObject({ status: 412, body: { error: { code: 'definition.stale' } } })
    expect((await on.viewsOf(at)).map(({ name }) => name)).toContain('Changed since')
    expect((await on.call('DELETE', path, undefined, { 'if-match': '"2"' })).status).toBe(200)
    expect((await on.viewsOf(at)).map(({ name }) => name)).not.toContain('Changed since')
  })

  test('[R383][R524] 10 attributes are taken, an 11th is refused; [R384] 3 sorts are taken, a 4th is refused', async () => {
    const at = await on.newEntity()
    expect((await on.call('POST', at.base, { name: 'Ten of them', columns: columnsOf(at, 10) })).status).toBe(201)
    const refused = await on.call('POST', at.base, { name: 'Eleven', columns: columnsOf(at, 11) })
    expect([refused.status, refusalOf(refused)]).toMatchObject([422, { code: 'view.columnLimit', target: 'columns' }])
    const sort = columnsOf(at, 4)
    const three = { name: 'Three of them', sort: sort.slice(0, 3) }
    expect((await on.call('POST', at.base, three)).status).toBe(201)
    expect(refusalOf(await on.call('POST', at.base, { name: 'Sorted', sort }))).toMatchObject({
      code: 'view.sortLimit',
    })
  })

  test('what a view names must be there and fit', async () => {
    const at = await on.newEntity()
    const post = (content: object) => on.call('POST', at.base, { name: 'Unfit', ...content })
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
    const at = await on.newEntity()
    const edit = (name: string) => on.call('PATCH', `${at.base}/${at.first}`, { name }, { 'if-match': '"1"' })
    expect((await edit('First one')).status).toBe(200)
    expect(await edit('Second one')).toMatchObject({ status: 412, body: { error: { code: 'definition.stale' } } })
  })

  test('batch is one transaction', async () => {
    const at = await on.newEntity()
    const good = { name: 'Second view' }
    const refused = await on.call('POST', `${at.base}/batch`, {
      value: [{ id: at.first, name: 'Changed' }, good, { name: 'x' }],
    })
    expect(refusalOf(refused)).toMatchObject({ code: 'validation.length', target: 'value.2.name' })
    expect((await on.viewsOf(at)).map(({ name }) => name)).toEqual(['Orders'])
    const done = await on.call('POST', `${at.base}/batch`, { value: [{ id: at.first, name: 'Changed' }, good] })
    expect(done.body['value']).toMatchObject([{ name: 'Changed' }, { name: 'Second view' }])
  })

  test('[R331] a managed view answers 423 with the specified sentence', async () => {
    const at = await on.newEntity()
    const operation = { kind: 'view.create', entity_id: at.entity, view: { name: 'Of the system', managed: true } }
    const { operations } = await on.ground.changes.apply(on.ground.context, [operation], { author: 'system' })
    const path = `${at.base}/${String(operations[0]?.['id'])}`
    const message = ({ body }: ViewAnswer) => (body['error'] as { message: string }).message
    const updated = await on.call('PATCH', path, { name: 'Mine' })
    expect(updated.status).toBe(423)
    expect(message(updated)).toBe(`You can't update the record because it is managed by the system.`)
    expect(message(await on.call('DELETE', path))).toBe(
      `You can't delete the record because it is managed by the system.`,
    )
    expect((await on.call('POST', at.base, { name: 'Sly one', managed: true })).body.managed).toBe(false)
  })
})

describe('the default view', () => {
  test('[R211] a new entity has one; making another the default unsets the former in the same transaction', async () => {
    const at = await on.newEntity()
    expect(await on.viewsOf(at)).toMatchObject([{ id: at.first, name: 'Orders', default: true, columns: [] }])
    const second = await on.call('POST', at.base, { name: 'Another', default: true })
    const defaults = (await on.viewsOf(at)).filter((view) => view.default).map(({ id }) => id)
    expect(defaults).toEqual([second.body.id])
    await on.call('PATCH', `${at.base}/${at.first}`, { default: true })
    expect((await on.viewsOf(at)).filter((view) => view.default).map(({ id }) => id)).toEqual([at.first])
  })

  test('it cannot be deleted, nor be said to be none, nor be personal', async () => {
    const at = await on.newEntity()
    const deleted = await on.call('DELETE', `${at.base}/${at.first}`)
    expect([deleted.status, deleted.body['error']]).toMatchObject([
      409,
      { code: 'view.defaultDelete', message: expect.stringContaining('default view cannot be deleted') },
    ])
    const unset = await on.call('PATCH', `${at.base}/${at.first}`, { default: false })
    expect(refusalOf(unset)).toMatchObject({ code: 'view.defaultNeeded', target: 'default' })
    const personal = await on.call('POST', at.base, { name: 'Mine alone', personal: true, default: true })
    expect(refusalOf(personal)).toMatchObject({ code: 'view.defaultPersonal', target: 'default' })
  })

  test('undoing that a view became the default makes the former one it again', async () => {
    const at = await on.newEntity()
    const second = await on.call('POST', at.base, { name: 'Another' })
    const applied = await on.ground.changes.apply(on.ground.context, [
      { kind: 'view.update', id: second.body.id, view: { default: true, name: 'First now' } },
    ])
    await on.ground.changes.undo(on.ground.context, applied.id)
    expect((await on.viewsOf(at)).map((view) => [view.id, view.name, view.default])).toEqual(
      expect.arrayContaining([
        [at.first, 'Orders', true],
        [second.body.id, 'Another', false],
      ]),
    )
  })

  test('a person’s own default is that person’s alone', async () => {
    const at = await on.newEntity()
    const { body } = await on.call('POST', at.base, { name: 'For Bob' })
    await on.call('POST', `${at.base}/default`, { view_id: body.id }, asBob)
    const told = async (headers = {}) => {
      const metadata = await on.call('GET', 'v1/{envid}', undefined, headers)
      return (metadata.body['reader'] as { defaults: Record<string, string> }).defaults[at.entity]
    }
    expect([await told(asBob), await told()]).toEqual([body.id, undefined])
    await on.call('POST', `${at.base}/default`, { view_id: null }, asBob)
    expect(await told(asBob)).toBe(undefined)
  })
})
