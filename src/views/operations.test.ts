import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Attribute } from '#attributes/attribute.ts'
import type { Operator } from '#attributes/type.ts'
import type { Operation } from '#changes/operation.ts'
import { cascadingKinds } from '#changes/cascade.ts'
import { planChange, type Plan } from '#changes/plan.ts'
import { entityConcept } from '#entities/operations.ts'
import { emptyModel, type Model } from '#entities/model.ts'
import { viewsIn, viewsOf } from '#views/model.ts'
import { viewConcept } from '#views/operations.ts'
import { contentProblems } from '#views/rules.ts'
import { fieldsNamed } from '#views/fieldsNamed.ts'
import type { View } from '#views/view.ts'

const kinds = cascadingKinds([entityConcept, viewConcept])
let counter = 0
const newId = () => `00000000-0000-7000-8000-${String((counter += 1)).padStart(12, '0')}`
const plan = (model: Model, operations: readonly unknown[], author: 'maker' | 'undo' = 'maker'): Plan<Model> =>
  planChange(model, operations, { kinds, author, changeId: 'c', newId })

/** What a random number chooses among; undefined where there is nothing. */
const pick = <Item>(items: readonly Item[], by: number): Item | undefined => items[by % Math.max(1, items.length)]

type Step = { readonly what: number; readonly a: number; readonly b: number }

const types = ['text', 'number', 'boolean', 'wysiwyg', 'date'] as const
/** What a filter says of an attribute of each type, which it could not say of the others. */
const comparisons: Readonly<Record<string, { operator: Operator; values: string[] }>> = {
  text: { operator: 'contains', values: ['a'] },
  number: { operator: 'gt', values: ['1'] },
  '': { operator: 'isnull', values: [] },
}

/** A random operation on what the model has now; many are refused, which is fine. */
function operationFor(model: Model, { what, a, b }: Step): Operation {
  const entity = pick([...model.entities.values()], a)
  const attribute = pick(entity?.attributes ?? [], b)
  const view = pick(viewsIn(model), b)
  const named = ({ id, type }: Partial<Attribute> = {}) => ({
    columns: id ? [{ attribute: id, width: null }] : [],
    sort: id && type !== 'wysiwyg' ? [{ attribute: id, descending: b % 2 === 0 }] : [],
    filter: {
      kind: 'or',
      of: id ? [{ kind: 'condition', attribute: id, ...(comparisons[type ?? ''] ?? comparisons['']) }] : [],
    },
    footer: id ? [{ attribute: id, function: type === 'number' ? 'sum' : 'count' }] : [],
  })
  switch (what) {
    case 0: {
      const uri = `table${String.fromCodePoint(97 + (a % 26), 97 + (b % 26))}`
      const attributes = ['one', 'two'].map((name) => ({ name, uri: name, type: 'text' }))
      return { kind: 'entity.create', name: 'Table', collectionname: 'Tables', uri, attributes }
    }
    case 1:
      return { kind: 'attribute.delete', id: attribute?.id ?? newId() }
    case 2:
      return {
        kind: 'view.create',
        entity_id: entity?.id ?? newId(),
        view: { name: `View ${a}`, default: b % 3 === 0, ...named(attribute) },
      }
    case 3:
      return { kind: 'view.update', id: view?.id ?? newId(), view: { name: `View ${b}`, default: true } }
    case 4: {
      const own = model.entities.get(view?.entity_id ?? '')
      return { kind: 'view.update', id: view?.id ?? newId(), view: named(pick(own?.attributes ?? [], a)) }
    }
    case 5:
      return { kind: 'view.delete', id: view?.id ?? newId() }
    case 6:
      return { kind: 'attribute.update', id: attribute?.id ?? newId(), type: pick(types, a), accept_loss: true }
    case 7:
      return { kind: 'attribute.update', id: attribute?.id ?? newId(), queryable: a % 2 === 0 }
    default:
      return { kind: 'entity.delete', id: entity?.id ?? newId() }
  }
}

/** The views of a model as they are compared: without what counts changes. */
function told(model: Model): unknown[] {
  return viewsIn(model)
    .map(({ version: _version, change_id: _change, ...view }: View) => view)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

function expectSound(model: Model): void {
  for (const view of viewsIn(model)) {
    const entity = model.entities.get(view.entity_id)
    const known = new Set(entity?.fields.map(({ id }) => id))
    expect([...fieldsNamed(view)].filter((id) => !known.has(id))).toEqual([])
    expect(entity && contentProblems(view, entity)).toEqual([])
  }
  for (const id of model.entities.keys()) {
    expect(viewsOf(model, id).filter((view) => view.default)).toHaveLength(1)
  }
}

describe('operations on views', () => {
  const step = fc.record({ what: fc.integer({ min: 0, max: 8 }), a: fc.nat(50), b: fc.nat(50) })

  test('whatever is done, every entity has one default view, no view names what is gone or does not fit, and an undo is the way back', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 3, maxLength: 25 }), (steps) => {
        let model = emptyModel
        for (const each of [{ what: 0, a: 1, b: 1 }, ...steps]) {
          const { after, inverse, problems } = plan(model, [operationFor(model, each)])
          if (problems.length > 0) continue
          expectSound(after)
          const undone = plan(after, inverse, 'undo')
          expect(undone.problems).toEqual([])
          expect(told(undone.after)).toEqual(told(model))
          expectSound(undone.after)
          const redone = plan(undone.after, undone.inverse, 'undo')
          expect(redone.problems).toEqual([])
          expect(told(redone.after)).toEqual(told(after))
          model = after
        }
      }),
      { numRuns: 40 },
    )
  })

  test('a filter that an attribute of another type, or without a choice, cannot have is taken out, told and brought back', () => {
    const options = ['new', 'won'].map((value) => ({ value, label: value, color: null, active: true }))
    const made = plan(emptyModel, [
      {
        kind: 'entity.create',
        name: 'Deal',
        collectionname: 'Deals',
        uri: 'deals',
        attributes: [
          { name: 'Stage', uri: 'stage', type: 'select', options },
          { name: 'Note', uri: 'note', type: 'text' },
        ],
      },
    ]).after
    const [deal] = [...made.entities.values()]
    const [stage, note] = deal?.attributes ?? []
    const condition = (attribute: Attribute | undefined, operator: Operator, value: string) => ({
      kind: 'condition',
      attribute: attribute?.id,
      operator,
      values: [value],
    })
    const of = [condition(stage, 'eq', 'won'), condition(note, 'contains', '1')]
    const view = { name: 'Won deals', filter: { kind: 'and', of } }
    const before = plan(made, [{ kind: 'view.create', entity_id: deal?.id, view }]).after
    const left = (model: Model) => viewsIn(model).find(({ name }) => name === 'Won deals')?.filter.of
    for (const change of [
      { id: note?.id, type: 'number', accept_loss: true },
      { id: stage?.id, options: options.slice(0, 1) },
      { id: stage?.id, queryable: false },
    ]) {
      const changed = plan(before, [{ kind: 'attribute.update', ...change }])
      expect(changed.problems).toEqual([])
      expect(left(changed.after)).toEqual(of.filter(({ attribute }) => attribute !== change.id))
      expect(changed.impact).toContainEqual(expect.objectContaining({ key: 'changes.impact.views', count: 1 }))
      expect(left(plan(changed.after, changed.inverse, 'undo').after)).toEqual(of)
    }
    expect(left(plan(before, [{ kind: 'attribute.update', id: note?.id, name: 'Remark' }]).after)).toEqual(of)
  })

  test('makers share views of a managed entity, unless its package keeps it closed', () => {
    const [open, closed] = [newId(), newId()]
    const entity = (id: string, uri: string, extendable: boolean) => {
      const names = { name: 'Package', collectionname: 'Packages', uri }
      return { kind: 'entity.create', id, ...names, managed: true, extendable }
    }
    const drafts = [entity(open, 'open', true), entity(closed, 'closed', false)]
    const { after } = planChange(emptyModel, drafts, { kinds, author: 'system', changeId: 'c', newId })
    const added = (entity_id: string) => plan(after, [{ kind: 'view.create', entity_id, view: { name: 'Mine' } }])
    expect(added(open).problems).toEqual([])
    expect(added(closed).problems).toMatchObject([{ code: 'managed.create' }])
  })

  test('a board without its attribute is a grid again, and a rule without its condition colours nothing', () => {
    const options = [{ value: 'new', label: 'New', color: null, active: true }]
    const made = plan(emptyModel, [
      {
        kind: 'entity.create',
        name: 'Deal',
        collectionname: 'Deals',
        uri: 'deals',
        attributes: [{ name: 'Stage', uri: 'stage', type: 'select', options }],
      },
    ]).after
    const [deal] = [...made.entities.values()]
    const stage = deal?.attributes[0]?.id ?? ''
    const is = { kind: 'condition', attribute: stage, operator: 'eq', values: ['new'] }
    const board = plan(made, [
      {
        kind: 'view.create',
        entity_id: deal?.id,
        view: {
          name: 'By stage',
          kind: 'board',
          board: { attribute: stage },
          colours: [{ colour: 'red', filter: { kind: 'and', of: [is] } }],
          filter: {
            kind: 'or',
            of: [
              { kind: 'and', of: [is] },
              { ...is, attribute: 'name', operator: 'notnull', values: [] },
            ],
          },
        },
      },
    ])
    expect(board.problems).toEqual([])
    const after = plan(board.after, [{ kind: 'attribute.delete', id: stage }]).after
    expect(viewsIn(after).find(({ name }) => name === 'By stage')).toMatchObject({
      kind: 'grid',
      board: null,
      colours: [],
      filter: { kind: 'or', of: [{ kind: 'condition', attribute: 'name' }] },
    })
  })
})
