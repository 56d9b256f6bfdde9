import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { cascadingKinds } from '#changes/cascade.ts'
import { compareById, type CascadeDescriptor } from '#changes/definition.ts'
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
const byId = (all: readonly string[]) => new Map(all.map((each) => [each, each]))
const names: CascadeDescriptor<Model, string> = {
  kind: 'entity',
  of: (model) => model.names,
  find: (model, id) => model.names.find((name) => name === id),
  idOf: (name) => name,
  nameOf: (_model, name) => name,
  references: () => [],
  difference: (before, after) => compareById(byId(before.names), byId(after.names)),
}
const notes: CascadeDescriptor<Model, string> = {
  ...names,
  kind: 'label',
  of: (model) => model.notes,
  find: (model, id) => model.notes.find((note) => note === id),
  references: (_model, id) => [{ kind: 'entity', id, use: 'text', bond: 'part' }],
  difference: (before, after) => compareById(byId(before.notes), byId(after.notes)),
  following: {
    without: () => null,
    write: (model, left) => ({ ...model, notes: left }),
    restore: (_step, { gone }) => gone.map((name) => ({ kind: 'note.add', name })),
    writes: (note) => [`note ${note}`],
    impact: {
      gone: 'changes.impact.views',
      visible: (gone) => gone,
      values: (_before, [name = '']) => ({ name, views: name }),
    },
  },
}
/** Something that holds what it names: it never lets go of `kept`. */
const holders: CascadeDescriptor<Model, string> = {
  ...names,
  kind: 'relationship',
  of: () => ['holder'],
  find: () => 'holder',
  references: () => [{ kind: 'entity', id: 'kept', use: 'target', bond: 'restrict' }],
  difference: () => ({ made: [], gone: [], changed: [] }),
}
const kinds = cascadingKinds([{ operations: [anyKind(drop)], descriptors: [names, holders, notes] }])
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
  expect(plan('kept').problems).toEqual([
    { code: 'definition.inUse', parameters: { users: 'holder' }, target: 'operations.0' },
  ])
  expect(plan('gone').problems).toEqual([{ code: 'validation.unknown', target: 'operations.0.name' }])
})
