import { beforeEach, describe, expect, test, vi } from 'vitest'
import { attributeOf } from '#attributes/attribute.ts'
import type { AttributeTypeName } from '#attributes/types.ts'
import { ApiFault } from '#platform/web/http.ts'
import { readRecord, type RecordsTable } from '#records/web/records.client.ts'
import { patchRecord } from '#records/web/recordChanges.client.ts'
import { saveRecord } from '#records/web/form/saveRecord.ts'
import type { RecordRow } from '#records/wire.ts'

vi.mock('#records/web/records.client.ts', () => ({ readRecord: vi.fn() }))
vi.mock('#records/web/recordChanges.client.ts', () => ({ patchRecord: vi.fn() }))

const stale = new ApiFault(412, 'record.stale', 'Someone was faster.')
const table = {
  envid: 'e',
  entity: { fields: [fieldOf('city', 'text'), fieldOf('total', 'number')] },
} as unknown as RecordsTable
const base = rowOf(1, { city: 'Riga', total: '1' })

beforeEach(() => {
  vi.mocked(patchRecord).mockReset()
  vi.mocked(readRecord).mockReset()
})

describe('a save of a record', () => {
  test('is made on the version that the change began with', async () => {
    const record = rowOf(2, { city: 'Oslo', total: '1' })
    vi.mocked(patchRecord).mockResolvedValue(record)
    expect(await saveRecord(table, base, { city: 'Oslo' })).toEqual({ kind: 'saved', record, mergedColumns: [] })
    expect(patchRecord).toHaveBeenCalledWith(table, 'r', { city: 'Oslo' }, '1')
  })

  test('goes on top of what others changed in other fields, and names those', async () => {
    const record = rowOf(3, { city: 'Oslo', total: '7' })
    vi.mocked(patchRecord).mockRejectedValueOnce(stale).mockResolvedValueOnce(record)
    vi.mocked(readRecord).mockResolvedValue(rowOf(2, { city: 'Riga', total: '7' }))
    expect(await saveRecord(table, base, { city: 'Oslo' })).toEqual({
      kind: 'saved',
      record,
      mergedColumns: ['total'],
    })
    expect(patchRecord).toHaveBeenLastCalledWith(table, 'r', { city: 'Oslo' }, '2')
  })

  test('gives both values back when others changed the same field, with my other changes', async () => {
    const current = rowOf(2, { city: 'Porto', total: '1' })
    vi.mocked(patchRecord).mockRejectedValueOnce(stale)
    vi.mocked(readRecord).mockResolvedValue(current)
    expect(await saveRecord(table, base, { city: 'Oslo', total: '5' })).toEqual({
      kind: 'conflict',
      conflicts: [{ column: 'city', base: 'Riga', mine: 'Oslo', theirs: 'Porto' }],
      changes: { total: '5' },
      current,
    })
    expect(patchRecord).toHaveBeenCalledTimes(1)
  })

  test('sends nothing more when others made the same change', async () => {
    const current = rowOf(2, { city: 'Oslo', total: '1' })
    vi.mocked(patchRecord).mockRejectedValueOnce(stale)
    vi.mocked(readRecord).mockResolvedValue(current)
    expect(await saveRecord(table, base, { city: 'Oslo' })).toMatchObject({ kind: 'saved', record: current })
    expect(patchRecord).toHaveBeenCalledTimes(1)
  })

  test('ends after some tries against someone who never rests', async () => {
    vi.mocked(patchRecord).mockRejectedValue(stale)
    vi.mocked(readRecord).mockResolvedValue(rowOf(2, { city: 'Riga', total: '7' }))
    await expect(saveRecord(table, base, { city: 'Oslo' })).rejects.toBe(stale)
    expect(patchRecord).toHaveBeenCalledTimes(6)
  })

  test('hands on any other refusal', async () => {
    const gone = new ApiFault(404, 'record.unknown', 'Not there.')
    vi.mocked(patchRecord).mockRejectedValue(gone)
    await expect(saveRecord(table, base, { city: 'Oslo' })).rejects.toBe(gone)
    expect(readRecord).not.toHaveBeenCalled()
  })
})

function fieldOf(uri: string, type: AttributeTypeName) {
  return attributeOf({ name: uri, uri, type }, { id: uri, entity_id: 'e', change_id: 'c', position: 0 })
}

function rowOf(version: number, values: Record<string, string>): RecordRow {
  return { id: 'r', '@odata.etag': String(version), ...values }
}
