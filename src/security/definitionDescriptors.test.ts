import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cascadingKinds } from '#changes/cascade.ts'
import { planChange, type Plan } from '#changes/plan.ts'
import { danglingReferences, findDependents, indexReferences } from '#changes/references.ts'
import { emptyModel, type Model } from '#entities/model.ts'
import { entityConcept } from '#entities/operations.ts'
import { labelsIn } from '#labels/model.ts'
import { labelConcept } from '#labels/operations.ts'
import { definitionDescriptors } from '#security/definitionDescriptors.ts'
import { viewsIn } from '#views/model.ts'
import { viewConcept } from '#views/operations.ts'
import { choicesOf } from '../../test/support/randomChanges.ts'
import { idSequence, randomDefinition } from '../../test/support/randomDefinitions.ts'

const concepts = [entityConcept, viewConcept, labelConcept]
const descriptors = concepts.flatMap((concept) => concept.descriptors)
const kinds = cascadingKinds(concepts)
const newId = idSequence()

function plan(model: Model, operations: readonly unknown[], author: 'maker' | 'undo' = 'maker'): Plan<Model> {
  return planChange(model, operations, { kinds, author, changeId: 'c', newId })
}

/** A model as it is compared: without what counts changes, and without the order of lists that have none. */
function stateOf({ entities, relationships, variables, features, ...rest }: Model): string[] {
  const model = { ...rest, entities, relationships, variables, features }
  return [
    ...[...entities.values()].map(({ fields: _fields, ...entity }) => entity),
    ...relationships.values(),
    ...variables.values(),
    // A switch that was moved back says what one says that never was.
    ...[...features.values()].filter(({ on }) => !on),
    ...viewsIn(model),
    ...labelsIn(model),
  ]
    .map((definition) =>
      JSON.stringify(definition, (name, value: unknown) => (name === 'version' || name === 'change_id' ? 0 : value)),
    )
    .toSorted()
}

/** The plans of random operations that hold, one after the other. */
function randomPlans(numbers: readonly number[]): readonly Plan<Model>[] {
  const choices = choicesOf(numbers)
  const plans: Plan<Model>[] = []
  let model = emptyModel
  for (let left = 40; left > 0; left--) {
    const planned = plan(model, randomDefinition(model, choices, newId))
    if (planned.problems.length > 0 || planned.operations.length === 0) continue
    plans.push(planned)
    model = planned.after
  }
  return plans
}

const numbers = fc.array(fc.nat(1_000_000), { minLength: 200, maxLength: 250 })

describe('definitions and what they name', () => {
  test('each kind of operations is of a kind of definition', () => {
    const known = new Set(Object.keys(definitionDescriptors))
    expect(kinds.map(({ kind }) => kind.split('.')[0]).filter((name) => !known.has(name ?? ''))).toEqual([])
    const named = Object.entries(definitionDescriptors).map(([kind, descriptor]) => [kind, descriptor.kind])
    expect(named.filter(([kind, own]) => kind !== own)).toEqual([])
  })

  test('after whatever change no definition names one that is gone, and the undo restores the model exactly', () => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(numbers, (chosen) => {
        const plans = randomPlans(chosen)
        for (const { after, operations } of plans) {
          for (const { kind } of operations) seen.add(kind)
          for (const named of indexReferences(descriptors, after).values())
            for (const { reference } of named) seen.add(reference.use)
          expect(danglingReferences(descriptors, after), JSON.stringify(operations)).toEqual([])
        }
        for (const { models, after, inverse, operations } of plans.toReversed()) {
          const back = plan(after, inverse, 'undo')
          expect(back.problems, JSON.stringify(operations)).toEqual([])
          expect(danglingReferences(descriptors, back.after)).toEqual([])
          expect(stateOf(back.after), JSON.stringify(operations)).toEqual(stateOf(models[0]))
        }
      }),
      { numRuns: 40, seed: 7, endOnFailure: true },
    )
    const changed = ['create', 'delete'].flatMap((verb) => ['entity', 'attribute', 'view'].map((of) => `${of}.${verb}`))
    const used = 'table target relationship expression view candidates query check text naming choice'.split(' ')
    expect([...seen]).toEqual(expect.arrayContaining([...changed, ...used]))
  })

  test('a deletion holds once everything goes along that the preview offers, or is refused for what it does not offer', () => {
    let offered = 0
    fc.assert(
      fc.property(numbers, (chosen) => {
        const model = randomPlans(chosen).at(-1)?.after ?? emptyModel
        for (const entity of model.entities.values()) {
          if (entity.link_of !== null) continue
          const deletion = { kind: 'entity.delete', id: entity.id }
          const dependents = findDependents(descriptors, model, [deletion])
          offered += dependents.length
          const planned = plan(model, [...dependents.map(({ operation }) => operation), deletion])
          const codes = new Set(planned.problems.map(({ code }) => code))
          // A name, a check or a choice of another attribute is said anew first.
          expect([...codes].filter((code) => code !== 'definition.inUse' && code !== 'naming.inUse')).toEqual([])
          if (dependents.length > 0)
            expect(plan(model, [deletion]).problems).toMatchObject([{ code: expect.stringMatching(/inUse$/) }])
        }
      }),
      { numRuns: 20, seed: 7, endOnFailure: true },
    )
    expect(offered).toBeGreaterThan(10)
  })

  test('an attribute that a check, choices or a data query name stays until they say something else', () => {
    const [table, one, two] = [newId(), newId(), newId()]
    const kind = { kind: 'attribute.create', entity_id: table, name: 'Other', uri: 'other' }
    const options = [{ value: 'a', label: 'A' }]
    const base = plan(emptyModel, [
      { kind: 'entity.create', id: table, name: 'Order', collectionname: 'Orders', uri: 'orders' },
      { ...kind, id: one, name: 'First', uri: 'first', type: 'select', options },
    ]).after
    const holders = [
      { ...kind, type: 'select', options, parent_attribute: one },
      { ...kind, type: 'select', options, validators: [{ name: 'same-as', attribute: one }] },
      { ...kind, type: 'dataquery', query: { text: 'orders/$count?$filter=first eq {first}', show: 'number' } },
    ]
    const deletion = { kind: 'attribute.delete', id: one }
    for (const holder of holders) {
      const made = plan(base, [{ ...holder, id: two }])
      expect(made.problems).toEqual([])
      expect(plan(made.after, [deletion]).problems).toMatchObject([
        { code: 'definition.inUse', parameters: { users: 'Order.Other' } },
      ])
      expect(findDependents(descriptors, made.after, [deletion])).toEqual([])
      expect(plan(made.after, [{ kind: 'attribute.delete', id: two }, deletion]).problems).toEqual([])
    }
  })
})
