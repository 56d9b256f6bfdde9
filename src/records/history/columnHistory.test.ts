import { expect, test } from 'vitest'
import { attributeOf } from '#attributes/attribute.ts'
import { goneSince, toldOf, type ColumnTenure } from '#records/history/columnHistory.ts'

const attribute = (id: string, uri: string) =>
  attributeOf({ name: uri, uri, type: 'text' }, { id, entity_id: 'e', change_id: 'c', position: 1 })
const entity = { attributes: [attribute('second', 'code'), attribute('note', 'note')] }
const since = (attribute_id: string, name: string, seq: number): ColumnTenure => ({
  column: 'code',
  attribute_id,
  name,
  since_seq: String(seq),
  since: new Date(seq),
})
const tenures = [since('first', 'Code', 0), since('second', 'Number', 10)]
const record = { code: 'A1', note: 'x' }

test('a value is told of the attribute whose the column was then', () => {
  expect(toldOf(entity, tenures, record, { seq: '10' })).toEqual({
    record: { note: 'x' },
    gone: new Map([['code', 'Code']]),
  })
  expect(toldOf(entity, tenures, record, { seq: '11' }).record).toBe(record)
  expect(toldOf(entity, tenures, record, { at: new Date(5) }).record).toEqual({ note: 'x' })
  expect(toldOf(entity, tenures, record, { at: new Date(11) }).record).toBe(record)
})

test('an attribute that came back has what it had before it went, and nothing of who was there between', () => {
  const back = { attributes: [attribute('first', 'code')] }
  const all = [...tenures, since('first', 'Code', 20)]
  expect(toldOf(back, all, record, { seq: '5' }).record).toBe(record)
  expect(toldOf(back, all, record, { seq: '15' }).gone).toEqual(new Map([['code', 'Number']]))
  expect(toldOf(back, all, record, { seq: '25' }).record).toBe(record)
  expect(goneSince(back, all, ['5', '25'])).toEqual(new Set())
  expect(goneSince(back, all, ['5', '15'])).toEqual(new Set(['code']))
})

test('of an attribute that is gone its name is told, and of what nobody knows the column', () => {
  const none = { attributes: [] }
  expect(toldOf(none, tenures, record, { seq: '5' }).gone).toEqual(new Map([['code', 'Code']]))
  expect(toldOf(none, [since('second', 'Number', 10)], record, { seq: '5' }).gone).toEqual(new Map([['code', 'code']]))
  expect(toldOf(none, tenures, { note: 'x' }, { seq: '5' }).gone.size).toBe(0)
})
