import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Operation } from '#changes/operation.ts'
import { planChange, type Plan } from '#changes/plan.ts'
import { entityOperations } from '#entities/operations.ts'
import { emptyModel, type Model } from '#entities/model.ts'
import { viewsIn, viewsOf } from '#views/model.ts'
import { withViewOperations } from '#views/operations.ts'
import { fieldsNamed, type View } from '#views/view.ts'

const kinds = withViewOperations(entityOperations)
let counter = 0
const newId = () => `00000000-0000-7000-8000-${String((counter += 1)).padStart(12, '0')}`
const plan = (model: Model, operations: readonly unknown[], author: 'maker' | 'undo' = 'maker'): Plan<Model> =>
  planChange(model, operations, { kinds, author, changeId: 'c', newId })

/** What a random number chooses among; undefined where there is nothing. */
const pick = <Item>(items: readonly Item[], by: number): Item | undefined => items[by % Math.max(1, items.length)]

type Step = { readonly what: number; readonly a: number; readonly b: number }

/** A random operation on what the model has now; many are refused, which is fine. */
function operationFor(model: Model, { what, a, b }: Step): Operation {
  const entity = pick([...model.entities.values()], a)
  const attribute = pick(entity?.attributes ?? [], b)
  const view = pick(viewsIn(model), b)
  const named = (id: string | undefined) => ({
    columns: id ? [{ attribute: id, width: null }] : [],
    sort: id ? [{ attribute: id, descending: b % 2 === 0 }] : [],
    filter: {
      kind: 'or',
      of: id ? [{ kind: 'condition', attribute: id, operator: 'isnull', values: [] }] : [],
    },
    footer: id ? [{ attribute: id, function: 'count' }] : [],
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
        view: { name: `View ${a}`, default: b % 3 === 0, ...named(attribute?.id) },
      }
    case 3:
      return { kind: 'view.update', id: view?.id ?? newId(), view: { name: `View ${b}`, default: true } }
    case 4: {
      const own = model.entities.get(view?.entity_id ?? '')
      return { kind: 'view.update', id: view?.id ?? newId(), view: named(pick(own?.attributes ?? [], a)?.id) }
    }
    case 5:
      return { kind: 'view.delete', id: view?.id ?? newId() }
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
  }
  for (const id of model.entities.keys()) {
    expect(viewsOf(model, id).filter((view) => view.default)).toHaveLength(1)
  }
}

describe('operations on views', () => {
  const step = fc.record({ what: fc.integer({ min: 0, max: 6 }), a: fc.nat(50), b: fc.nat(50) })

  test('whatever is done, every entity has one default view, no view names what is gone, and an undo is the way back', () => {
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
      { numRuns: 80 },
    )
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
