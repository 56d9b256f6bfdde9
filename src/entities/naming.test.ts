import { expect, test } from 'vitest'
import { attributeOf, type AttributeDraft } from '#attributes/attribute.ts'
import { planChange } from '#changes/plan.ts'
import { putAttribute } from '#entities/edit.ts'
import { entityOf } from '#entities/entity.ts'
import { withResult } from '#entities/formula.ts'
import { modelOf, withAttributes, type Model } from '#entities/model.ts'
import { mayName } from '#entities/naming.ts'
import { entityOperations } from '#entities/operations.ts'

const id = (end: number) => `019a0000-0000-7000-8000-0000000000${String(end).padStart(2, '0')}`
const drafts: AttributeDraft[] = [
  { name: 'First', uri: 'first', type: 'text' },
  { name: 'Count', uri: 'count', type: 'number' },
  { name: 'Gapless', uri: 'gapless', type: 'autonumber', format: '{00}', nogaps: true },
  { name: 'Secret', uri: 'secret', type: 'password' },
  { name: 'Boss', uri: 'boss', type: 'N:1', related_entity: id(1) },
  ...Object.entries({
    hello: '"Hello " & first',
    inner: 'hello & "!"',
    over: 'boss.first & first',
    self: 'name & "!"',
    late: 'created_on',
    owned: 'owner.name',
    counted: 'gapless & "!"',
    yes: 'count > 1',
  }).map(([uri, expression]): AttributeDraft => ({ name: uri, uri, type: 'formula', expression })),
]
const attributes = drafts.map((draft, position) =>
  attributeOf(draft, { id: id(position + 10), entity_id: id(1), change_id: '', position }),
)
const entity = entityOf({ name: 'Person', collectionname: 'People', uri: 'people' }, { id: id(1), change_id: '' })
const bare = modelOf({ version: 1, accessVersion: 1, entities: [withAttributes(entity, attributes)] })
// One after the other: what a formula gives is known before those that read it.
const model: Model = attributes.reduce((known, attribute) => putAttribute(known, withResult(known, attribute)), bare)
const people = model.entities.get(id(1)) ?? withAttributes(entity, [])

test('records are named by texts, numbers and formulas that are known when the record is written', () => {
  const able = people.attributes.filter((each) => mayName(model, people, each)).map(({ uri }) => uri)
  expect(able).toEqual(['first', 'count', 'gapless', 'hello', 'inner', 'over'])
})

test('a choice is one operation, whose inverse is the choice of before; what is chosen is not deleted', () => {
  const planning = { kinds: entityOperations, author: 'maker', changeId: id(2), newId: () => id(3) } as const
  const chosen = planChange(model, [{ kind: 'entity.update', id: id(1), naming: id(10) }], planning)
  expect(chosen.problems).toEqual([])
  expect(chosen.inverse).toEqual([{ kind: 'entity.update', id: id(1), naming: null }])
  const name = chosen.after.entities.get(id(1))?.fields.find(({ uri }) => uri === 'name')
  expect(name?.readonly).toBe(true)
  const gone = planChange(chosen.after, [{ kind: 'attribute.delete', id: id(10) }], planning)
  // What reads it is told of first.
  expect(gone.problems.map(({ code }) => code)).toEqual(['definition.inUse'])
  const unfit = planChange(model, [{ kind: 'entity.update', id: id(1), naming: id(13) }], planning)
  expect(unfit.problems).toMatchObject([{ code: 'naming.unfit', target: 'operations.0.naming' }])
})
