import { describe, expect, test } from 'vitest'
import { planChange } from '#changes/plan.ts'
import { emptyModel, modelOf, withAttributes, type Model } from '#entities/model.ts'
import { entityOperations } from '#entities/operations.ts'
import { Fault } from '#faults/fault.ts'
import { createEngine } from '#odata/engine.ts'
import type { Guards } from '#odata/guard.ts'
import { serviceOf } from '#records/odataModel.ts'
import { attributeOf, type AttributeDraft } from '#attributes/attribute.ts'
import { entityOf } from '#entities/entity.ts'

const guards: Guards = Object.assign(() => null, { told: (name: string) => name })

function lister(model: Model) {
  const service = serviceOf(model, { uri: 'home', schema: 'e', collation: '"C"', translate: (key) => key })
  const engine = createEngine({ ...service, sign: () => '' })
  return (query: string) => engine.list('orders', query, { guards, wire: { numbersAsText: true } }).statement.text
}

function refusal(work: () => unknown): Fault | undefined {
  try {
    work()
  } catch (error) {
    if (error instanceof Fault) return error
    throw error
  }
  return undefined
}

// The definitions as they would be if no rule had refused them.
const unchecked = (orders: readonly AttributeDraft[], lines: readonly AttributeDraft[]) => {
  const entity = (id: string, uri: string, drafts: readonly AttributeDraft[]) =>
    withAttributes(
      entityOf({ name: uri, collectionname: uri, uri }, { id, change_id: '' }),
      drafts.map((draft, at) =>
        attributeOf(draft, { id: `${uri}${draft.uri}`, entity_id: id, change_id: '', position: at }),
      ),
    )
  const lookup: AttributeDraft = { name: 'Order', uri: 'order', type: 'N:1', related_entity: 'o' }
  return modelOf({
    version: 1,
    accessVersion: 1,
    entities: [entity('o', 'orders', orders), entity('l', 'lines', [lookup, ...lines])],
  })
}
const formula = (uri: string, expression: string, result = 'decimal'): AttributeDraft =>
  ({ name: uri, uri, type: 'formula', expression, result }) as AttributeDraft
const total = (uri: string, attribute: string): AttributeDraft => ({
  name: uri,
  uri,
  type: 'rollup',
  result: 'decimal',
  rollup: { path: ['lines'], function: 'sum', attribute, filter: null },
})
const price: AttributeDraft = { name: 'Price', uri: 'price', type: 'decimal' }

describe('what reckoned values may weigh in a query', () => {
  test('a formula of formulas of rollups is refused when it is named too often', () => {
    const levels = Array.from({ length: 6 }, (_, at) =>
      formula(`level${at + 1}`, `level${at} + level${at} + level${at}`),
    )
    const rollups = Array.from({ length: 10 }, (_, at) => total(`sum${at}`, 'price'))
    const base = formula('level0', rollups.map(({ uri }) => uri).join(' + '))
    const list = lister(unchecked([...rollups, base, ...levels], [price]))
    expect(list('$select=level2')).toContain('sum(')
    expect(refusal(() => list('$select=level6'))).toMatchObject({
      code: 'query.limit',
      parameters: { limit: 'reckoned', max: 20_000 },
    })
    expect(list('$select=name&$filter=level3 gt 1').length).toBeLessThan(1_000_000)
    const often = Array.from({ length: 20 }, () => 'level3 gt 1').join(' or ')
    for (const query of [`$filter=${often}`, `$orderby=level6`, `$compute=level6 add 1 as more&$select=more`])
      expect(refusal(() => list(query))?.code).toBe('query.limit')
  })

  test('rollups of rollups weigh by the power of their depth', () => {
    const circle = (depth: number) => {
      const orders = Array.from({ length: depth }, (_, at) => total(`down${at}`, at === 0 ? 'price' : `up${at - 1}`))
      const lines = Array.from({ length: depth }, (_, at) => formula(`up${at}`, `order.down${at}`))
      return lister(unchecked(orders, [price, ...lines]))
    }
    expect(refusal(() => circle(4)('$select=down3'))).toBeUndefined()
    expect(refusal(() => circle(12)('$select=down11'))?.code).toBe('query.limit')
  })

  test('a table of a hundred formulas and fifty rollups, all shown, sorted and searched by, is an ordinary one', () => {
    const rollups = Array.from({ length: 50 }, (_, at) => total(`sum${at}`, 'price'))
    const formulas = Array.from({ length: 100 }, (_, at) =>
      formula(`net${at}`, `round(sum${at % 50} / 1.21 + ${at}, 2)`),
    )
    const list = lister(unchecked([...rollups, ...formulas], [price]))
    expect(list('$filter=net1 gt 1 and net2 lt sum3&$orderby=net4 desc,net5').length).toBeLessThan(1_000_000)
  })
})

test('a rollup of rollups that no list could show is refused when it is made', () => {
  let last = 0
  const newId = () => `01900000-0000-7000-8000-${String((last += 1)).padStart(12, '0')}`
  const [orders, lines] = [newId(), newId()]
  const entity = (id: string, uri: string) => ({ kind: 'entity.create', id, name: uri, collectionname: uri, uri })
  const add = (entity_id: string, draft: object) => ({ kind: 'attribute.create', entity_id, ...draft })
  const chain = Array.from({ length: 8 }, (_, at) => [
    add(orders, { ...total(`down${at}`, at === 0 ? 'price' : `step${at - 1}`), result: null }),
    add(lines, { ...formula(`step${at}`, `order.down${at}`), result: null }),
  ]).flat()
  const operations = [
    entity(orders, 'orders'),
    entity(lines, 'lines'),
    add(lines, price),
    add(lines, { name: 'Order', uri: 'order', type: 'N:1', related_entity: orders }),
    ...chain,
  ]
  const planning = { kinds: entityOperations, author: 'maker', changeId: newId(), newId } as const
  const { problems, after } = planChange(emptyModel, operations, planning)
  expect(problems[0]).toMatchObject({ code: 'expression.size', target: 'operations.14.rollup' })
  // What it could be made of so far is no more than a list shows.
  expect(after.entitiesByUri.get('orders')?.attributes.map(({ uri }) => uri)).toContain('down4')
  expect(refusal(() => lister(after)('$top=1'))).toBeUndefined()
})
