import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { cascadingKinds, type Cascade } from '#changes/cascade.ts'
import { anyKind, type Operation, type OperationKind } from '#changes/operation.ts'
import { planChange } from '#changes/plan.ts'

// Names, and notes that refer to them: the smallest model with something above something.
type Model = { readonly names: readonly string[]; readonly notes: readonly string[] }
type Drop = Operation & { readonly name: string }

const drop: OperationKind<Model, Drop> = {
  kind: 'name.drop',
  activity: 'alter-entities',
  schema: z.strictObject({ kind: z.literal('name.drop'), name: z.string() }),
  complete: (operation) => operation,
  check: (model, { name }) => (model.names.includes(name) ? [] : [{ code: 'validation.unknown', target: 'name' }]),
  apply: (model, { name }) => ({ ...model, names: model.names.filter((each) => each !== name) }),
  invert: (_before, { name }) => [{ kind: 'name.add', name }],
  footprint: (_before, { name }) => ({ writes: [name], needs: [] }),
  impact: () => [],
  sentence: () => null,
}
const notesOf = ({ before, after }: { before: Model; after: Model }) =>
  before.notes.filter((note) => !after.names.includes(note))
const notes: Cascade<Model> = {
  follow: ({ after }) => ({ ...after, notes: after.notes.filter((note) => after.names.includes(note)) }),
  problems: ({ operation }) => (operation['name'] === 'kept' ? [{ code: 'definition.inUse' }] : []),
  inverse: (step, inverse) => [...inverse, ...notesOf(step).map((name) => ({ kind: 'note.add', name }))],
  footprint: (step) => ({ writes: notesOf(step).map((note) => `note ${note}`), needs: [] }),
  impact: (step) =>
    notesOf(step).map((name) => ({ key: 'changes.impact.views' as const, values: { name, views: name }, count: 1 })),
}
const kinds = cascadingKinds([{ operations: [], cascade: notes }], [anyKind(drop)])
const plan = (name: string) =>
  planChange({ names: ['a', 'kept'], notes: ['a'] }, [{ kind: 'name.drop', name }], {
    kinds,
    author: 'maker',
    changeId: 'c',
    newId: () => 'new',
  })

test('definitions above follow an operation below; its way back, footprint and impact tell of them', () => {
  const { after, inverse, footprint, impact, problems } = plan('a')
  expect(problems).toEqual([])
  expect(after).toEqual({ names: ['kept'], notes: [] })
  expect(inverse).toEqual([
    { kind: 'name.add', name: 'a' },
    { kind: 'note.add', name: 'a' },
  ])
  expect(footprint.writes).toEqual(['a', 'note a'])
  expect(impact).toMatchObject([{ values: { name: 'a' }, count: 1 }])
})

test('a concept above is asked only when the operation itself holds', () => {
  expect(plan('kept').problems).toEqual([{ code: 'definition.inUse', target: 'operations.0' }])
  expect(plan('gone').problems).toEqual([{ code: 'validation.unknown', target: 'operations.0.name' }])
})
