import { expect, test } from 'vitest'
import { attributeOf } from '#attributes/attribute.ts'
import { goneSince, snapshotAsOf, type ColumnPeriod } from '#records/history/columnHistory.ts'

const attribute = (id: string, uri: string) =>
  attributeOf({ name: uri, uri, type: 'text' }, { id, entity_id: 'e', change_id: 'c', position: 1 })
const entity = { attributes: [attribute('second', 'code'), attribute('note', 'note')] }
const since = (attribute_id: string, name: string, seq: number): ColumnPeriod => ({
  column: 'code',
  attribute_id,
  name,
  since_seq: String(seq),
  since: new Date(seq),
})
const periods = [since('first', 'Code', 0), since('second', 'Number', 10)]
const record = { code: 'A1', note: 'x' }

test('a value is told of the attribute whose the column was then', () => {
  expect(snapshotAsOf(entity, periods, record, { seq: '10' })).toEqual({
    record: { note: 'x' },
    gone: new Map([['code', 'Code']]),
  })
  expect(snapshotAsOf(entity, periods, record, { seq: '11' }).record).toBe(record)
  expect(snapshotAsOf(entity, periods, record, { at: new Date(5) }).record).toEqual({ note: 'x' })
  expect(snapshotAsOf(entity, periods, record, { at: new Date(11) }).record).toBe(record)
})

test('an attribute that came back has what it had before it went, and nothing of who was there between', () => {
  const back = { attributes: [attribute('first', 'code')] }
  const all = [...periods, since('first', 'Code', 20)]
  expect(snapshotAsOf(back, all, record, { seq: '5' }).record).toBe(record)
  expect(snapshotAsOf(back, all, record, { seq: '15' }).gone).toEqual(new Map([['code', 'Number']]))
  expect(snapshotAsOf(back, all, record, { seq: '25' }).record).toBe(record)
  expect(goneSince(back, all, ['5', '25'])).toEqual(new Set())
  expect(goneSince(back, all, ['5', '15'])).toEqual(new Set(['code']))
})

test('of an attribute that is gone its name is told, and of what nobody knows the column', () => {
  const none = { attributes: [] }
  expect(snapshotAsOf(none, periods, record, { seq: '5' }).gone).toEqual(new Map([['code', 'Code']]))
  expect(snapshotAsOf(none, [since('second', 'Number', 10)], record, { seq: '5' }).gone).toEqual(
    new Map([['code', 'code']]),
  )
  expect(snapshotAsOf(none, periods, { note: 'x' }, { seq: '5' }).gone.size).toBe(0)
})
