import { describe, expect, test } from 'vitest'
import { attributeOf } from '#attributes/attribute.ts'
import type { AttributeTypeName } from '#attributes/types.ts'
import { cellCount, changeOf, isAsLeft, type RecordChange } from '#records/recordChange.ts'
import { cellOf } from '#records/cell.ts'
import type { RecordRow } from '#records/wire.ts'

const fields = [fieldOf('city', 'text'), fieldOf('total', 'number'), fieldOf('company', 'N:1')]
const linked = { company_id: 'c1', company: { id: 'c1', name: 'Amber Foods' } }
const before = rowOf('1', { city: 'Riga', total: '1', ...linked })

describe('what a save changed', () => {
  test('is the cells that hold something else than before, with what they held', () => {
    const left = rowOf('2', { city: 'Oslo', total: '1', ...linked })
    expect(changeOf(before, left, ['city', 'total'], fields)).toEqual({ left, before: { city: { value: 'Riga' } } })
  })

  test('leaves out what nobody asked for, such as what others had changed', () => {
    const left = rowOf('2', { city: 'Oslo', total: '7', ...linked })
    expect(changeOf(before, left, ['city'], fields)?.before).toEqual({ city: { value: 'Riga' } })
  })

  test('is nothing where all was so already', () => {
    expect(changeOf(before, rowOf('1', { city: 'Riga' }), ['city'], fields)).toBeUndefined()
  })

  test('remembers the name of what a lookup linked to', () => {
    const left = rowOf('2', { ...before, company_id: null, company: null })
    expect(changeOf(before, left, ['company_id'], fields)?.before).toEqual({
      company_id: { value: 'c1', linked: { id: 'c1', label: 'Amber Foods' } },
    })
  })
})

describe('a change can be taken back', () => {
  const left = rowOf('2', { city: 'Oslo', total: '1', ...linked })
  const change = { left, before: { city: { value: 'Riga' } } }

  test('while its cells are as it left them, whatever happened to the others', () => {
    expect(isAsLeft(change, left, fields)).toBe(true)
    expect(isAsLeft(change, rowOf('5', { ...left, total: '9' }), fields)).toBe(true)
  })

  test('and no longer when someone changed them since', () => {
    expect(isAsLeft(change, rowOf('3', { ...left, city: 'Porto' }), fields)).toBe(false)
  })
})

test('cells are counted over all records of a step', () => {
  const changes: readonly RecordChange[] = [
    { left: before, before: { city: { value: 'Riga' }, total: { value: '1' } } },
    { left: before, before: { city: { value: null } } },
  ]
  expect(cellCount(changes)).toBe(3)
})

test('an empty lookup has no name', () => {
  const [, , company] = fields
  expect(company && cellOf(rowOf('1', { company_id: null, company: null }), company)).toEqual({ value: null })
})

function fieldOf(uri: string, type: AttributeTypeName) {
  return attributeOf({ name: uri, uri, type }, { id: uri, entity_id: 'e', change_id: 'c', position: 0 })
}

function rowOf(version: string, values: Partial<RecordRow>): RecordRow {
  return { ...values, id: 'r', '@odata.etag': version }
}
