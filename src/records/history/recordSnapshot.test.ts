import { expect, test } from 'vitest'
import { attributeOf, type AttributeDraft } from '#attributes/attribute.ts'
import { entityOf } from '#entities/entity.ts'
import { withAttributes } from '#entities/model.ts'
import { differing, revive } from '#records/history/recordSnapshot.ts'
import { changesBetween } from '#records/history/recordHistory.ts'
import { troubleFile } from '#records/history/troubleFile.ts'

const drafts = [
  { name: 'City', uri: 'city', type: 'text', maxlength: 5 },
  { name: 'Size', uri: 'size', type: 'number', default: '3' },
  { name: 'Code', uri: 'code', type: 'text', required: true, readonly: true },
  { name: 'Pin', uri: 'pin', type: 'password' },
] as const
const attributes = drafts.map((draft, position) =>
  attributeOf(draft as AttributeDraft, { id: draft.uri, entity_id: 'e', change_id: 'c', position }),
)
const whole = entityOf({ name: 'Order', collectionname: 'Orders', uri: 'orders' }, { id: 'e', change_id: 'c' })
const entity = withAttributes(whole, attributes)
const owner = '0190a6e0-0000-7000-8000-000000000001'
const kept = { id: 'x', version: '4', name: 'One', status: 'active', owner_id: owner, city: 'Riga', code: 'A' }

test('a kept record gets the defaults of what came since, keeps what is set once, and tells what is lost', () => {
  expect(revive(entity, { ...kept, pin: '$argon2', fax: '1', telex: null })).toEqual({
    values: { name: 'One', status: 'active', owner_id: owner, city: 'Riga', size: '3', code: 'A' },
    hashes: { pin: '$argon2' },
    problems: [],
    lost: ['fax'],
  })
})

test('what does not hold any more is told field by field, and other values may stand in for it', () => {
  const { problems } = revive(entity, { ...kept, city: 'Valmiera', code: null })
  expect(problems.map(({ code, target }) => [code, target])).toEqual([
    ['validation.tooLong', 'city'],
    ['validation.required', 'code'],
  ])
  const revived = revive(entity, { ...kept, city: 'Valmiera', code: null }, { city: null, code: 'B' })
  expect(revived.problems).toEqual([])
  expect(revived.values).toMatchObject({ code: 'B', city: null })
})

test('of two states only what both tell differs, and neither stamps nor secrets are told', () => {
  const [before, after] = [
    { ...kept, size: '1', updated_on: 'then' },
    { ...kept, city: 'Ogre', version: '5', updated_on: 'now', pin: 'x' },
  ]
  expect(differing(entity, before, after)).toEqual(['city'])
  expect(changesBetween(entity, before, after)).toEqual([
    { column: 'city', before: 'Riga', after: 'Ogre' },
    { column: 'size', before: '1', after: null },
  ])
})

test('the list of what was left is CSV in which no cell is executed', () => {
  const record = { entity_id: 'e', id: '1', name: '=1+1', problems: [] }
  expect(troubleFile(['id', 'Record', 'Reason'], [record], () => 'Says "no", twice')).toBe(
    'id,Record,Reason\r\n1,\'=1+1,"Says ""no"", twice"\r\n',
  )
})
