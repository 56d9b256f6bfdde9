import * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { anyKind, type Author, type OperationKind } from '#changes/operation.ts'
import { planChange } from '#changes/plan.ts'

// The mechanism over the smallest model there is: boxes by id, each with a name and perhaps inside of another.
type Box = { readonly name: string; readonly inside: string | undefined; readonly changeId: string }
type Boxes = Readonly<Record<string, Box>>
type Make = { readonly kind: 'box.make'; readonly id?: string; readonly name: string; readonly inside?: string }
type Break = { readonly kind: 'box.break'; readonly id: string }

const make: OperationKind<Boxes, Make> = {
  kind: 'box.make',
  activity: 'alter-entities',
  schema: z.strictObject({
    kind: z.literal('box.make'),
    id: z.optional(z.string()),
    name: z.string().check(z.minLength(3, 'validation.tooShort')),
    inside: z.optional(z.string()),
  }),
  complete: (operation, newId) => ({ ...operation, id: operation.id ?? newId() }),
  check: (boxes, { inside }) =>
    inside !== undefined && !(inside in boxes) ? [{ code: 'validation.unknown', target: 'inside' }] : [],
  apply: (boxes, { id = '', name, inside }, changeId) => ({ ...boxes, [id]: { name, inside, changeId } }),
  invert: (_before, { id = '' }) => [{ kind: 'box.break', id }],
  footprint: (_before, { id = '', inside }) => ({ writes: [id], needs: inside === undefined ? [] : [inside] }),
  impact: () => [],
  sentence: (_before, { name }) => ({ key: 'changes.sentence.entityCreate', values: { name } }),
}

const breakUp: OperationKind<Boxes, Break> = {
  kind: 'box.break',
  activity: 'manage-views',
  author: 'undo',
  schema: z.strictObject({ kind: z.literal('box.break'), id: z.string() }),
  complete: (operation) => operation,
  check: (boxes, { id }) => (id in boxes ? [] : [{ code: 'validation.unknown' }]),
  apply: (boxes, { id }) => Object.fromEntries(Object.entries(boxes).filter(([each]) => each !== id)),
  invert: (before, { id }) => [{ kind: 'box.make', id, ...before[id] }],
  footprint: (_before, { id }) => ({ writes: [id], needs: [] }),
  impact: (_before, { id }) => [
    { key: 'changes.sentence.entityDelete', values: { name: id }, count: { table: id, values: 'all' } },
  ],
  sentence: (_before, { id }) => ({ key: 'changes.sentence.entityDelete', values: { name: id } }),
}

function plan(boxes: Boxes, wanted: readonly unknown[], author: Author = 'maker') {
  let last = 0
  const kinds = [anyKind(make), anyKind(breakUp)]
  return planChange(boxes, wanted, { kinds, author, changeId: 'change', newId: () => `new${++last}` })
}
const box = (name: string, more: object = {}) => ({ kind: 'box.make', name, ...more })
const problemsOf = (...wanted: unknown[]) => plan({}, wanted).problems.map(({ code, target }) => `${code} ${target}`)

describe('a plan', () => {
  test('works each operation out on the model that the former ones made, and keeps every model between', () => {
    const { models, after, operations, sentences, footprint, problems } = plan({}, [
      box('Crate', { id: 'a' }),
      box('Tin', { inside: 'a' }),
    ])
    expect(problems).toEqual([])
    expect(models.map((model) => Object.keys(model))).toEqual([[], ['a'], ['a', 'new1']])
    expect(after).toBe(models.at(-1))
    expect(after['new1']).toEqual({ name: 'Tin', inside: 'a', changeId: 'change' })
    expect(operations.map(({ id }) => id)).toEqual(['a', 'new1'])
    expect(sentences.map(({ values }) => values['name'])).toEqual(['Crate', 'Tin'])
    expect(footprint).toEqual({ writes: ['a', 'new1'], needs: ['a'] })
  })

  test('its inverse runs backwards and leads to where it began', () => {
    const there = plan({}, [box('Crate', { id: 'a' }), box('Tin', { id: 'b', inside: 'a' })])
    expect(there.inverse.map(({ id }) => id)).toEqual(['b', 'a'])
    const back = plan(there.after, there.inverse, 'undo')
    expect([back.after, back.problems, back.impact.length]).toEqual([{}, [], 2])
  })

  test('touches nothing that it was given', () => {
    const before = Object.freeze({})
    plan(before, [box('Crate')])
    expect(before).toEqual({})
  })
})

describe('what is wrong', () => {
  test('is told all at once, each at its operation and property', () => {
    expect(problemsOf(box('ab'), box('Tin', { inside: 'nowhere' }), box('Jar', { colour: 'red' }))).toEqual([
      'validation.tooShort operations.0.name',
      'validation.unknown operations.1.inside',
      'validation.unknown operations.2.colour',
    ])
  })

  test('is not told of what only builds on it, however far, and neighbours are planned all the same', () => {
    const { problems, operations } = plan({}, [
      box('ab', { id: 'a' }),
      box('Tin', { id: 'b', inside: 'a' }),
      box('Jar', { id: 'c', inside: 'b' }),
      box('Cup', { id: 'd' }),
    ])
    expect(problems.map(({ target }) => target)).toEqual(['operations.0.name'])
    expect(operations.map(({ id }) => id)).toEqual(['d'])
  })

  test('a kind that is missing, unknown or for another author, and a text that cannot be stored', () => {
    expect(problemsOf({}, { kind: 'box.burn' }, { kind: 'box.break', id: 'a' }, null, box('Tin \0'))).toEqual([
      'validation.required operations.0.kind',
      'validation.option operations.1.kind',
      'request.forbidden operations.2',
      'validation.required operations.3.kind',
      'validation.type operations.4.name',
    ])
  })
})
