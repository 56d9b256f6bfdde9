import { describe, expect, test } from 'vitest'
import type { AttributeDraft } from '#attributes/attribute.ts'
import { planChange } from '#changes/plan.ts'
import { convertBound } from '#entities/convertBound.ts'
import { typesAfter } from '#entities/conversions.ts'
import { attributeById, emptyModel, type Model } from '#entities/model.ts'
import { entityOperations } from '#entities/operations.ts'

let last = 0
const newId = () => `01900000-0000-7000-8000-${String((last += 1)).padStart(12, '0')}`
const plan = (model: Model, operations: readonly object[], author: 'maker' | 'undo' = 'maker') =>
  planChange(model, operations, { kinds: entityOperations, author, changeId: newId(), newId })

function made(draft: Partial<AttributeDraft> & Pick<AttributeDraft, 'type'>) {
  const [entity_id, id] = [newId(), newId()]
  const entity = { kind: 'entity.create', id: entity_id, name: 'Thing', collectionname: 'Things', uri: 'thing' }
  const attribute = { kind: 'attribute.create', entity_id, id, name: 'Code', uri: 'code', ...draft }
  const { after, problems } = plan(emptyModel, [entity, attribute])
  expect(problems).toEqual([])
  const retype = (type: string, more: object = {}) =>
    plan(after, [{ kind: 'attribute.update', id, type, accept_loss: true, ...more }])
  return { before: after, id, retype, of: (model: Model) => attributeById(model, id)?.attribute }
}

const told = (impact: readonly { key: string; values: Readonly<Record<string, string>> }[]) =>
  Object.fromEntries(
    impact.map(({ key, values }) => [
      key.replace('changes.impact.', ''),
      values['propertiesKeys']?.replaceAll('attributes.property.', ''),
    ]),
  )

describe('what a new type makes of the properties of an attribute', () => {
  test('a text becomes a telephone number, no longer than those are; what was said of it stays', () => {
    const { retype, of } = made({
      type: 'text',
      maxlength: 100,
      minlength: 3,
      pattern: '[0-9+ ]+',
      autocapitalize: 'words',
    })
    const { after, impact, problems } = retype('tel')
    expect(problems).toEqual([])
    expect(of(after)).toMatchObject({
      type: 'tel',
      maxlength: 40,
      minlength: 3,
      pattern: '[0-9+ ]+',
      autocapitalize: null,
    })
    expect(told(impact)).toEqual({ dropped: 'autocapitalize', adjusted: 'maxlength' })
  })

  test('the first day of a date is the first moment of a point in time, the last day its last one', () => {
    const { retype, of } = made({ type: 'date', min: '2026-01-01', max: '2026-01-31', default: '2026-01-15' })
    const { after, impact, problems } = retype('datetime')
    expect(problems).toEqual([])
    expect(of(after)).toMatchObject({
      min: '2026-01-01T00:00:00.000Z',
      max: '2026-01-31T23:59:59.999Z',
      default: '2026-01-15T00:00:00.000Z',
    })
    expect(told(impact)).toEqual({ adjusted: 'default min max' })
  })

  test('checks and formulas that do not hold for the new type are dropped by name, others stay', () => {
    const { retype, of } = made({
      type: 'text',
      maxlength: 50,
      default_expression: '"a" & "b"',
      validators: [{ name: 'iban' }, { name: 'expression', expression: 'LEN(code) > 1' }, { name: 'luhn' }],
    })
    const { after, impact, problems } = retype('number')
    expect(problems).toEqual([])
    expect(of(after)).toMatchObject({ maxlength: null, default_expression: null, validators: [{ name: 'luhn' }] })
    expect(told(impact)).toEqual({ dropped: 'maxlength default_expression', adjusted: 'validators' })
  })

  test('what the maker says beside the new type stands, and is refused where it does not fit', () => {
    const { retype, of } = made({ type: 'date', min: '2026-01-01' })
    expect(of(retype('datetime', { min: null }).after)).toMatchObject({ min: null })
    expect(retype('datetime', { min: null }).impact).toEqual([])
    expect(retype('datetime', { min: '2026' }).problems).toMatchObject([{ code: 'validation.datetime' }])
  })

  test('an undo brings back every property as it was, and doing it again what came of it', () => {
    const { before, retype, of } = made({ type: 'text', maxlength: 100, pattern: 'x+', default: 'xx', unique: true })
    const there = retype('textarea')
    const back = plan(there.after, there.inverse, 'undo')
    expect(back.problems).toEqual([])
    const { version: _was, change_id: _by, ...was } = of(before) ?? {}
    expect(of(back.after)).toMatchObject(was)
    const again = plan(back.after, back.inverse, 'undo')
    const { version: _is, change_id: _then, ...is } = of(there.after) ?? {}
    expect(of(again.after)).toMatchObject(is)
    expect(back.impact).toEqual([])
  })

  test('an undo brings back what was left out on purpose, too', () => {
    const { before, retype, of } = made({ type: 'text', maxlength: null, searchable: false })
    const there = retype('boolean')
    const back = plan(there.after, there.inverse, 'undo')
    expect(of(back.after)).toMatchObject({ maxlength: null, searchable: false })
    expect(of(before)).toMatchObject({ maxlength: null, searchable: false })
  })

  test('a later change of a property that the new type changed stands in the way of the undo', () => {
    const { id, retype } = made({ type: 'date', min: '2026-01-01' })
    expect(retype('datetime').footprint.writes).toEqual(expect.arrayContaining([`${id}.type`, `${id}.min`]))
  })

  const full: readonly (Partial<AttributeDraft> & Pick<AttributeDraft, 'type'>)[] = [
    { type: 'text', maxlength: 250, minlength: 2, pattern: '.+', unique: true, validators: [{ name: 'iban' }] },
    { type: 'textarea', maxlength: 10_000, minlength: 200 },
    { type: 'search', maxlength: 250, pattern: '.+' },
    { type: 'hidden', maxlength: 250, minlength: 100 },
    { type: 'email', maxlength: 250, minlength: 60 },
    { type: 'date', min: '2024-02-29', max: '2024-12-31', validators: [{ name: 'past' }] },
    { type: 'datetime', min: '2024-02-29T10:00:00.000Z', max: '2024-12-31T10:00:00.000Z' },
    { type: 'month', min: '2024-02', max: '2024-12' },
    { type: 'week', min: '2024-W01', max: '2024-W52' },
    { type: 'time', min: '08:00:00', max: '17:00:00', unique: true },
    { type: 'duration', min: 'PT1H', max: 'P3D' },
    { type: 'decimal', min: '-0.5', max: '99.5', precision: 30, scale: 10, currency: 'EUR', default: '1.5' },
    { type: 'number', min: '-5', max: '99', validators: [{ name: 'luhn' }], default: '7' },
    { type: 'rating', stars: 10, default: '9' },
    { type: 'multiselect', maxcount: 3, options: [{ value: 'a', label: 'A', color: null, active: true }] },
  ]
  const pairs = full.flatMap((draft) => typesAfter(draft.type).map((to) => ({ draft, from: draft.type, to })))
  test.each(pairs)('$from with all its properties can become $to, and be as before', ({ draft, to }) => {
    const { before, of, retype } = made(draft)
    const options = to === 'select' || to === 'multiselect' ? { options: [{ value: 'a', label: 'A' }] } : {}
    const { after, problems, inverse } = retype(to, options)
    expect(problems).toEqual([])
    const back = plan(after, inverse, 'undo')
    expect(back.problems).toEqual([])
    const { version: _version, change_id: _change, ...was } = of(before) ?? {}
    expect(of(back.after)).toMatchObject(was)
  })
})

test('bounds of calendars, times and spans mean the same in each other', () => {
  expect(convertBound('month', 'date', '2024-02', 'max')).toBe('2024-02-29')
  expect(convertBound('month', 'datetime', '2024-02', 'min')).toBe('2024-02-01T00:00:00.000Z')
  expect(convertBound('week', 'date', '2020-W53', 'max')).toBe('2021-01-03')
  expect(convertBound('date', 'week', '2021-01-03', 'min')).toBe('2020-W53')
  expect(convertBound('datetime', 'month', '2024-12-31T23:00:00.000Z', 'max')).toBe('2024-12')
  expect(convertBound('datetime', 'time', '2024-12-31T23:00:00.000Z', 'max')).toBeNull()
  expect(convertBound('time', 'duration', '08:30:00', 'min')).toBe('PT8H30M')
  expect(convertBound('duration', 'time', 'PT8H30M5S', 'min')).toBe('08:30:05')
  expect(convertBound('duration', 'time', 'P1D', 'max')).toBeNull()
})
