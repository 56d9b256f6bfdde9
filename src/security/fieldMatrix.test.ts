import { expect, test } from 'vitest'
import { attributeOf, type AttributeDraft } from '#attributes/attribute.ts'
import { entityOf } from '#entities/entity.ts'
import { modelOf, withAttributes } from '#entities/model.ts'
import { fieldChangesOf, fieldStates, ruledRoles, savedState, steppedState } from '#security/fieldMatrix.ts'
import { readersOf } from '#security/readers.ts'
import type { EntityRoleRecord } from '#security/role.ts'
import { defaultViewOf } from '#views/defaultView.ts'
import { putView } from '#views/model.ts'

const plain = { administrator: false, managed: false, create: 'none', read: 'none', update: 'none', delete: 'none' }
const role = (role_id: string, change: Partial<EntityRoleRecord> = {}) =>
  ({ role_id, role: role_id, fields: [], ...plain, ...change }) as EntityRoleRecord
const clerk = role('clerk', {
  read: 'all',
  fields: [
    { attribute_id: 'salary', may_read: false, may_update: false },
    { attribute_id: 'grade', may_read: true, may_update: false },
  ],
})

test('a role leaves all of an attribute without a rule; an administrator always', () => {
  expect(['salary', 'grade', 'city'].map((id) => savedState(clerk, id))).toEqual(['none', 'readOnly', 'both'])
  expect(savedState({ ...clerk, administrator: true }, 'salary')).toBe('both')
})

test('a step leads round the circle, both ways', () => {
  expect(fieldStates.map((state) => steppedState(state, 1))).toEqual(['readOnly', 'none', 'both'])
  expect(fieldStates.map((state) => steppedState(state, -1))).toEqual(['none', 'both', 'readOnly'])
})

test('roles that may do nothing in the table have no column, unless they have a rule', () => {
  const ruled = role('ruled', { fields: [{ attribute_id: 'city', may_read: true, may_update: false }] })
  const roles = [role('administrator', { administrator: true, read: 'all' }), role('idle'), ruled, clerk]
  expect(ruledRoles(roles).map(({ role_id }) => role_id)).toEqual(['ruled', 'clerk'])
})

test('only what differs from what is saved is a change', () => {
  const edits = [
    { role_id: 'clerk', attribute_id: 'salary', state: 'both' },
    { role_id: 'clerk', attribute_id: 'grade', state: 'readOnly' },
    { role_id: 'clerk', attribute_id: 'city', state: 'none' },
    { role_id: 'gone', attribute_id: 'city', state: 'none' },
  ] as const
  expect(fieldChangesOf([clerk], edits)).toEqual([
    { role_id: 'clerk', attribute_id: 'salary', may_read: true, may_update: true },
    { role_id: 'clerk', attribute_id: 'city', may_read: false, may_update: false },
  ])
})

test('a field that is hidden hides what is computed from it, but for what is marked, names go on, and shared views are told', () => {
  const place = (id: string, position: number) => ({ id, entity_id: 'e', change_id: 'c', position })
  const salary = attributeOf({ name: 'Salary', uri: 'salary', type: 'number' }, place('a', 0))
  const formula = {
    name: 'Bonus',
    uri: 'bonus',
    type: 'formula',
    expression: 'salary / 10',
    result: 'decimal',
  } as AttributeDraft
  const bonus = attributeOf(formula, place('b', 1))
  const whole = entityOf({ name: 'Person', collectionname: 'People', uri: 'people' }, { id: 'e', change_id: 'c' })
  const further = (id: string, uri: string, more: object) =>
    attributeOf({ name: uri, uri, type: 'formula', expression: 'bonus + 1', result: 'decimal', ...more }, place(id, 2))
  const marked = further('d', 'marked', { shown_over_hidden: true })
  const check = { name: 'Check', uri: 'check', type: 'number', default_expression: 'salary' } as AttributeDraft
  const attributes = [salary, bonus, further('c', 'more', {}), marked, attributeOf(check, place('f', 3))]
  const entity = withAttributes({ ...whole, naming: 'c' }, attributes)
  const plain = modelOf({ version: 1, accessVersion: 1, entities: [entity] })
  const others = { ...defaultViewOf(entity, 'c'), id: 'others' }
  const view = { ...others, id: 'payroll', name: 'Payroll', columns: [{ attribute: 'a', width: null }] }
  const model = [view, { ...view, id: 'mine', personal: true }, others].reduce(putView, plain)
  const { hidden, shown, names, uses, views } = readersOf(model, 'a')
  expect(hidden.map(({ attribute }) => attribute)).toEqual(['Bonus', 'more'])
  expect(shown).toEqual([{ entity_id: 'e', entity: 'Person', attribute_id: 'd', attribute: 'marked' }])
  expect(names.map(({ entity: of, attribute }) => [of, attribute])).toEqual([['Person', 'more']])
  expect(uses.map(({ attribute }) => attribute)).toEqual(['Check'])
  expect(views.map(({ name }) => name)).toEqual(['Payroll'])
  expect(readersOf(model, 'f')).toEqual({ hidden: [], shown: [], names: [], uses: [], views: [] })
})
