import { expect, test } from 'vitest'
import type { DdlStep } from '#tables/step.ts'
import { together } from '#tables/together.ts'

const add = (table: string, column: string): DdlStep => ({ kind: 'addColumn', table, column, type: 'text' })
const unique = (column: string): DdlStep => ({ kind: 'createUnique', table: 'one', column, attributeId: column })
const shown = (steps: readonly DdlStep[]) =>
  together(steps).map((step) => {
    if (step.kind === 'addColumns') return `${step.table}: ${step.columns.map(({ column }) => column).join(' ')}`
    return step.kind
  })

test('columns of a table come at once, though others and unique ones come between', () => {
  expect(shown([add('one', 'a'), unique('a'), add('two', 'x'), add('one', 'b'), add('two', 'y')])).toEqual([
    'one: a b',
    'createUnique',
    'two: x y',
  ])
})

test('a column never comes before one of its name has made room', () => {
  const aside: DdlStep = { kind: 'dropColumnAside', table: 'one', column: 'a', attributeId: 'old' }
  expect(shown([add('one', 'b'), aside, add('one', 'a')])).toEqual(['one: b', 'dropColumnAside', 'one: a'])
})
