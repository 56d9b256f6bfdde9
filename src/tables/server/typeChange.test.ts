import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Attribute } from '#attributes/attribute.ts'
import { Fault } from '#faults/fault.ts'
import { newId } from '#platform/server/newId.ts'
import { discrepancies } from '#tables/server/verify.ts'
import { definitionsGround, type DefinitionsGround } from '../../../test/support/definitions.ts'

let ground: DefinitionsGround
beforeAll(async () => {
  ground = await definitionsGround('typechange')
})
afterAll(() => ground.stop())

let counter = 0
type Table = { readonly id: string; readonly uri: string; readonly attribute: () => Promise<Attribute> }

/** A table of one attribute, with a row for each value. */
async function table(attribute: object, values: readonly unknown[]): Promise<Table> {
  const uri = `t${++counter}t`
  const attributes = [{ name: 'Total', uri: 'total', unique: false, ...attribute }]
  const made = await ground.changes.apply(ground.context, [
    { kind: 'entity.create', name: uri, collectionname: uri, uri, attributes },
  ])
  const id = String(made.operations[0]?.['id'])
  for (const value of values) {
    await ground.database.execute({
      text: `insert into ${name(uri)} (id, created_on, created_by_id, updated_on, updated_by_id, owner_id, owning_unit_id,
        name, total) values ($1, now(), $1, now(), $1, $1, $1, $2, $3)`,
      values: [newId(), `Row ${String(value)}`, value],
    })
  }
  return {
    id,
    uri,
    async attribute() {
      const entity = (await ground.models.fresh(ground.context.environment)).entities.get(id)
      const [first] = entity?.attributes ?? []
      if (!first) throw new Error('no attribute')
      return first
    },
  }
}

const name = (uri: string) => `"${ground.context.environment.schema}"."${uri}"`

async function values(uri: string): Promise<unknown[]> {
  const rows = await ground.database.query<{ total: unknown }>({ text: `select total from ${name(uri)} order by id` })
  return rows.map(({ total }) => total)
}

async function retype(of: Table, type: string, more: object = {}) {
  const { id } = await of.attribute()
  return { kind: 'attribute.update', id, type, ...more }
}

test('a type change with loss is counted, shown, refused without consent, done as told, and undone to the last digit', async () => {
  const texts = ['12.4', '7', '007', 'seven', null, '']
  const of = await table({ type: 'text' }, texts)
  const operation = await retype(of, 'number')
  const preview = await ground.changes.preview(ground.context, { operations: [operation] })
  expect(preview.problems).toEqual([])
  expect(preview.conversions).toMatchObject([
    { from: 'text', to: 'number', values: 5, kept: 1, cleared: 2, rounded: 1, truncated: 1, since: 0, online: false },
  ])
  expect(preview.conversions[0]?.examples.map(({ name, old, new: now, loss }) => [name, old, now, loss])).toEqual([
    ['Row 12.4', '12.4', '12', 'rounded'],
    ['Row 007', '007', '7', 'truncated'],
    ['Row seven', 'seven', null, 'cleared'],
    ['Row ', '', null, 'cleared'],
  ])
  await expect(ground.changes.apply(ground.context, [operation])).rejects.toMatchObject({ code: 'attribute.lossy' })
  expect(await values(of.uri)).toEqual(texts)

  const applied = await ground.changes.apply(ground.context, [{ ...operation, accept_loss: true }])
  expect(applied.sentences[0]?.key).toBe('changes.sentence.attributeType')
  expect(await values(of.uri)).toEqual(['12', '7', '7', null, null, null])
  expect(await of.attribute()).toMatchObject({ type: 'number', maxlength: null })

  const undo = await ground.changes.undo(ground.context, applied.id)
  expect(await values(of.uri)).toEqual(texts)
  expect(await of.attribute()).toMatchObject({ type: 'text', maxlength: 250 })
  await ground.changes.undo(ground.context, undo.id)
  expect(await values(of.uri)).toEqual(['12', '7', '7', null, null, null])
  expect(await of.attribute()).toMatchObject({ type: 'number' })
  await ground.changes.undo(ground.context, applied.id)
  expect(await values(of.uri)).toEqual(texts)
})

test('what a choice lost of a long text comes back, though a long text takes every choice as it is', async () => {
  const texts = ['one', 'One', 'it is long', null]
  const of = await table({ type: 'textarea' }, texts)
  const options = [{ value: 'one', label: 'One' }]
  const applied = await ground.changes.apply(ground.context, [
    await retype(of, 'select', { options, accept_loss: true }),
  ])
  expect(await values(of.uri)).toEqual(['one', 'one', null, null])
  const undo = await ground.changes.undo(ground.context, applied.id)
  expect(await values(of.uri)).toEqual(texts)
  await ground.changes.undo(ground.context, undo.id)
  expect(await values(of.uri)).toEqual(['one', 'one', null, null])
  await ground.changes.undo(ground.context, applied.id)
  expect(await values(of.uri)).toEqual(texts)
})

test('an undo keeps what was written since, and says of how many records', async () => {
  const of = await table({ type: 'text' }, ['1', 'two', 'three'])
  const applied = await ground.changes.apply(ground.context, [await retype(of, 'number', { accept_loss: true })])
  await ground.database.execute({ text: `update ${name(of.uri)} set total = 22 where name = 'Row two'` })
  const preview = await ground.changes.preview(ground.context, { undo: applied.id })
  expect(preview.conversions).toMatchObject([{ from: 'number', to: 'text', since: 1, cleared: 0 }])
  await ground.changes.undo(ground.context, applied.id)
  expect(await values(of.uri)).toEqual(['1', '22', 'three'])
})

test('a change that loses nothing needs no consent', async () => {
  const of = await table({ type: 'number' }, ['1', null])
  await ground.changes.apply(ground.context, [await retype(of, 'text')])
  expect(await values(of.uri)).toEqual(['1', null])
})

test('a unique attribute stays unique, and equal values after the change refuse it', async () => {
  const of = await table({ type: 'text', unique: true }, ['1', '1.4'])
  const operation = await retype(of, 'number', { accept_loss: true })
  const preview = await ground.changes.preview(ground.context, { operations: [operation] })
  expect(preview.conversions[0]?.repeated).toBe(2)
  await expect(ground.changes.apply(ground.context, [operation])).rejects.toMatchObject({
    code: 'attribute.duplicates',
  })
  const exact = await ground.changes.apply(ground.context, [await retype(of, 'decimal')])
  await expect(ground.database.execute({ text: `update ${name(of.uri)} set total = 1` })).rejects.toThrow('unique')
  await ground.changes.undo(ground.context, exact.id)
  await expect(ground.database.execute({ text: `update ${name(of.uri)} set total = '1'` })).rejects.toThrow('unique')
})

test('fewer digits of a decimal round; more of them change nothing', async () => {
  const of = await table({ type: 'decimal', precision: 9, scale: 4 }, ['1.2345', '2'])
  const fewer = { kind: 'attribute.update', id: (await of.attribute()).id, precision: 6, scale: 2 }
  await expect(ground.changes.apply(ground.context, [fewer])).rejects.toMatchObject({ code: 'attribute.lossy' })
  const applied = await ground.changes.apply(ground.context, [{ ...fewer, accept_loss: true }])
  expect(await values(of.uri)).toEqual(['1.23', '2.00'])
  await ground.changes.undo(ground.context, applied.id)
  expect(await values(of.uri)).toEqual(['1.2345', '2.0000'])
})

test('the undo of more digits tells which values written since do not fit, and does without them until it is undone', async () => {
  const of = await table({ type: 'decimal', precision: 6, scale: 2 }, ['1.25', '2'])
  const { id } = await of.attribute()
  const wider = await ground.changes.apply(ground.context, [{ kind: 'attribute.update', id, precision: 12 }])
  await ground.database.execute({ text: `update ${name(of.uri)} set total = 1234567.89 where total = 2` })
  const preview = await ground.changes.preview(ground.context, { undo: wider.id })
  expect(preview).toMatchObject({ problems: [], conversions: [{ kept: 1, cleared: 1, examples: [{ new: null }] }] })
  const undone = await ground.changes.undo(ground.context, wider.id)
  expect(await values(of.uri)).toEqual(['1.25', null])
  await ground.changes.undo(ground.context, undone.id)
  expect(await values(of.uri)).toEqual(['1.25', '1234567.89'])
})

test('tighter rules leave values as they are, and the preview says how many no longer fit', async () => {
  const of = await table({ type: 'text' }, ['short', 'rather long', 'X1', null])
  const { id } = await of.attribute()
  const count = async (patch: object) => {
    const { impact } = await ground.changes.preview(ground.context, {
      operations: [{ kind: 'attribute.update', id, ...patch }],
    })
    return impact.map(({ key, count: number }) => [key, number])
  }
  expect(await count({ maxlength: 5 })).toEqual([['changes.impact.broken', 1]])
  expect(await count({ minlength: 3 })).toEqual([['changes.impact.broken', 1]])
  expect(await count({ pattern: '[a-z ]+', maxlength: 100 })).toEqual([['changes.impact.broken', 1]])
  expect(await count({ required: true })).toEqual([['changes.impact.missing', 1]])
  expect(await count({ undertext: 'Under' })).toEqual([])
  await ground.changes.apply(ground.context, [{ kind: 'attribute.update', id, maxlength: 5 }])
  expect(await values(of.uri)).toEqual(['short', 'rather long', 'X1', null])
})

test('what has no way to become another type is refused', async () => {
  const of = await table({ type: 'date' }, [])
  const refusal = await ground.changes.apply(ground.context, [await retype(of, 'boolean')]).catch((error) => error)
  expect(refusal).toBeInstanceOf(Fault)
  expect((refusal as Fault).details[0]?.code ?? (refusal as Fault).code).toBe('attribute.typeChange')
})

test('the tables are what the definitions say after all this', async () => {
  expect(await discrepancies(ground.database, ground.context.environment.schema)).toEqual([])
})

test('one change set may make an attribute and change its type, and change a type twice', async () => {
  const of = await table({ type: 'text' }, ['1.6', null])
  const id = newId()
  const { id: total } = await of.attribute()
  const operations = [
    { kind: 'attribute.create', entity_id: of.id, id, name: 'Fresh', uri: 'fresh', type: 'text' },
    { kind: 'attribute.update', id, type: 'number' },
    { kind: 'attribute.update', id: total, type: 'decimal' },
    { kind: 'attribute.update', id: total, type: 'number', accept_loss: true },
  ]
  expect((await ground.changes.preview(ground.context, { operations })).problems).toEqual([])
  const applied = await ground.changes.apply(ground.context, operations)
  expect(await values(of.uri)).toEqual(['2', null])
  await ground.changes.undo(ground.context, applied.id)
  expect(await values(of.uri)).toEqual(['1.6', null])
})
