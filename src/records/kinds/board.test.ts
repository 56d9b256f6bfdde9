import { describe, expect, test } from 'vitest'
import { attributeOf, type AttributeDraft } from '#attributes/attribute.ts'
import { hindrance, laneListing, lanesOf, laneQuery, readLaneCount, type LaneCount } from '#records/kinds/board.ts'
import { movedBy, withMoved, type MovedRecords } from '#records/recordMove.ts'
import { newRecordAddress } from '#records/newRecordAddress.ts'
import type { RecordRow } from '#records/wire.ts'
import { defaultListing, listQuery, type PlainListing } from '#views/listing.ts'

const words = { t: (key: string) => key, none: 'none', yes: 'yes', no: 'no' }
const stages = [option('open'), option('done'), option('old', { active: false })]
const stage = fieldOf({ name: 'Stage', uri: 'stage', type: 'select', options: stages })
const entity = { attributes: [stage], fields: [stage] }
const listing = defaultListing(entity) as PlainListing

describe('the lanes of a board', () => {
  const count = (value: LaneCount['value'], size: number): LaneCount => ({ value, name: null, count: size })

  test('are the active choices in their order, before them no value', () => {
    const lanes = lanesOf(stage, [], [count('done', 3), count(null, 1)], [], words)
    expect(lanes.map(({ value, count: size }) => [value, size])).toEqual([
      [null, 1],
      ['open', 0],
      ['done', 3],
    ])
  })

  test('keep what holds records: inactive choices and such as are gone; nothing is brought there', () => {
    const lanes = lanesOf(stage, [], [count('old', 2), count('lost', 1)], [], words)
    expect(lanes.filter(({ isOpen }) => !isOpen).map(({ value }) => value)).toEqual(['old', 'lost'])
  })

  test('are those that the view names', () => {
    expect(lanesOf(stage, ['done', 'gone'], [], [], words).map(({ value }) => value)).toEqual([null, 'done'])
  })

  test('have none for no value where one is required, unless records have none', () => {
    const required = { ...stage, required: true }
    expect(lanesOf(required, [], [], [], words).map(({ value }) => value)).toEqual(['open', 'done'])
    expect(lanesOf(required, [], [count(null, 1)], [], words)[0]).toMatchObject({ value: null, isOpen: false })
  })

  test('are yes and no of a boolean, and people of a person', () => {
    const paid = fieldOf({ name: 'Paid', uri: 'paid', type: 'boolean' })
    expect(lanesOf(paid, [], [], [], words).map(({ label }) => label)).toEqual(['none', 'no', 'yes'])
    const user = fieldOf({ name: 'Agent', uri: 'agent', type: 'user' })
    const counts = [{ value: 'u2', name: 'Ben', count: 4 }]
    expect(lanesOf(user, [], counts, [{ id: 'u1', label: 'Ann' }], words)).toMatchObject([
      { value: null },
      { value: 'u1', label: 'Ann', count: 0 },
      { value: 'u2', label: 'Ben', count: 4 },
    ])
  })

  test('are counted in one statement', () => {
    expect(decodeURIComponent(laneQuery(stage, entity, listing))).toContain(
      '$apply=groupby((stage),aggregate($count as size))',
    )
    expect(readLaneCount(row('1', { stage: 'open', size: '7' }), stage)).toEqual({
      value: 'open',
      name: null,
      count: 7,
    })
  })

  test('ask for their records with one condition more', () => {
    const asked = (value: string | null) => decodeURIComponent(listQuery(entity, laneListing(listing, stage, value)))
    expect(asked('open')).toContain("$filter=stage eq 'open'")
    expect(asked(null)).toContain('$filter=stage eq null')
  })
})

describe('a card', () => {
  const size = fieldOf({ name: 'Size', uri: 'size', type: 'select', options: [option('small'), option('large')] })
  const dependent = {
    ...stage,
    parent_attribute: size.id,
    options: [option('open', { parent: 'small' }), option('done')],
  }

  test('is not brought to a lane that its other choice does not offer', () => {
    const lane = { value: 'open', isOpen: true }
    expect(hindrance(row('1', { size: 'large' }), lane, dependent, [size, dependent])).toMatchObject({
      kind: 'parent',
      value: 'large',
    })
    expect(hindrance(row('1', { size: 'small' }), lane, dependent, [size, dependent])).toBeUndefined()
    expect(hindrance(row('1', {}), { value: 'old', isOpen: false }, stage, [stage])).toEqual({ kind: 'closed' })
  })

  test('that was moved stands where it came, and its lanes count it there until they know', () => {
    const [before, after] = [row('1', { stage: 'open', version: '1' }), row('1', { stage: 'done', version: '1' })]
    const moved: MovedRecords = new Map([['1', { row: after, origin: before, isSettled: false }]])
    const [isOpen, isDone] = ['open', 'done'].map((value) => (each: RecordRow) => each['stage'] === value)
    if (!isOpen || !isDone) throw new Error('unreachable')
    expect(withMoved([before], moved, isOpen)).toEqual([])
    expect(withMoved([], moved, isDone)).toEqual([after])
    expect([movedBy(moved, isOpen), movedBy(moved, isDone)]).toEqual([-1, 1])
    const settled: MovedRecords = new Map([['1', { row: after, origin: after, isSettled: true }]])
    expect(movedBy(settled, isDone)).toBe(0)
    const newer = row('1', { stage: 'open', version: '2' })
    expect(withMoved([newer], settled, isOpen)).toEqual([newer])
  })

  test('is made with the value of its lane', () => {
    const place = { envid: 'env', entityId: 'e' }
    expect(newRecordAddress(place, stage, 'open')).toBe('/env/entity/e/create?stage=OPEN')
    expect(newRecordAddress(place, stage, null)).toBe('/env/entity/e/create')
  })
})

function option(value: string, more: object = {}) {
  return { value, label: value.toUpperCase(), color: null, active: true, ...more }
}

function fieldOf(draft: AttributeDraft) {
  return attributeOf(draft, { id: draft.uri, entity_id: 'e', change_id: 'c', position: 0 })
}

function row(id: string, values: Record<string, string>): RecordRow {
  return { id, '@odata.etag': '1', ...values }
}
