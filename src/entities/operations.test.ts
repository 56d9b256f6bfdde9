import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { planChange, type Plan } from '#changes/plan.ts'
import type { Author } from '#changes/operation.ts'
import { emptyModel, type Model } from '#entities/model.ts'
import { entityOperations } from '#entities/operations.ts'
import { stepsThrough } from '#tables/diff.ts'
import { choicesOf, randomChange } from '../../test/support/randomChanges.ts'

let last = 0
const newId = () => `10000000-0000-7000-8000-${String(++last).padStart(12, '0')}`

function plan(model: Model, operations: readonly unknown[], author: Author = 'maker'): Plan<Model> {
  return planChange(model, operations, { kinds: entityOperations, author, changeId: newId(), newId })
}

/** The definitions without what every change raises. */
function definitions(model: Model): unknown {
  return [...model.entities.values()].map(({ fields: _fields, version: _v, change_id: _c, attributes, ...entity }) => ({
    ...entity,
    attributes: attributes.map(({ version: _version, change_id: _change, ...attribute }) => attribute),
  }))
}

const draft = { kind: 'entity.create', name: 'Invoice', collectionname: 'Invoices', uri: 'invoices' }
const attribute = { name: 'Total', uri: 'total', type: 'number' }

function problemsOf(...operations: object[]) {
  return plan(emptyModel, operations).problems.map(({ code, target }) => `${code} ${target}`)
}

function problemsWith(properties: object): string[] {
  return problemsOf({ ...draft, attributes: [{ ...attribute, type: 'text', ...properties }] })
}

test('any change set and then its inverse leave the definitions as they were', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1_000_000), { minLength: 60, maxLength: 200 }), (numbers) => {
      const choices = choicesOf(numbers)
      let model = emptyModel
      for (let round = 0; round < 6; round++) {
        const there = plan(model, randomChange(model, choices))
        expect(there.problems).toEqual([])
        const back = plan(there.after, there.inverse, 'undo')
        expect(back.problems).toEqual([])
        expect(definitions(back.after)).toEqual(definitions(model))
        model = there.after
      }
    }),
    { numRuns: 200 },
  )
}, 60_000)

describe('entities', () => {
  test('[R338] name: 2 and 25 characters are refused, 3 and 24 accepted', () => {
    for (const name of ['ab', 'x'.repeat(25)])
      expect(problemsOf({ ...draft, name })).toEqual(['validation.length operations.0.name'])
    for (const name of ['abc', 'x'.repeat(24)]) expect(problemsOf({ ...draft, name })).toEqual([])
  })

  test('[R345] description: 2 and 256 characters are refused, 3 and 255 accepted', () => {
    for (const description of ['ab', 'x'.repeat(256)])
      expect(problemsOf({ ...draft, description })).toEqual(['validation.length operations.0.description'])
    for (const description of ['abc', 'x'.repeat(255)]) expect(problemsOf({ ...draft, description })).toEqual([])
  })

  test('[R363] collection name: 3 to 24 characters', () => {
    for (const collectionname of ['ab', 'x'.repeat(25)])
      expect(problemsOf({ ...draft, collectionname })).toEqual(['validation.length operations.0.collectionname'])
    for (const collectionname of ['abc', 'x'.repeat(24)]) expect(problemsOf({ ...draft, collectionname })).toEqual([])
  })

  test('[R356] uri: lowercase letters and numbers only, unique', () => {
    for (const uri of ['Invoices', 'in voices', 'invoices!', '1nvoices', 'rēķini'])
      expect(problemsOf({ ...draft, uri })).toEqual(['validation.uri operations.0.uri'])
    expect(problemsOf(draft, draft)).toEqual(['validation.uriTaken operations.1.uri'])
  })

  test('[R357] uri: immutable once created', () => {
    const { after } = plan(emptyModel, [draft])
    const [entity] = after.entities.values()
    const update = (uri: string) => plan(after, [{ kind: 'entity.update', id: entity?.id, uri }]).problems
    expect(update('others')).toEqual([{ code: 'validation.uriImmutable', target: 'operations.0.uri' }])
    expect(update('invoices')).toEqual([])
  })

  test('[R385] [R523] full-text search on a fourth entity is refused with the number used', () => {
    const three = ['one', 'two', 'three'].map((uri) => ({ ...draft, uri, tsv: true }))
    expect(problemsOf(...three)).toEqual([])
    expect(plan(emptyModel, [...three, { ...draft, uri: 'four', tsv: true }]).problems).toEqual([
      { code: 'entity.tsvLimit', target: 'operations.3.tsv', parameters: { max: 3, used: 3 } },
    ])
  })

  test('what is managed cannot be created, updated or deleted by makers', () => {
    expect(problemsOf({ ...draft, managed: true })).toEqual(['managed.create operations.0'])
    const { after } = plan(
      emptyModel,
      [{ ...draft, managed: true, attributes: [{ ...attribute, managed: true }] }],
      'system',
    )
    const [entity] = after.entities.values()
    const [total] = entity?.attributes ?? []
    const codes = (operation: object) => plan(after, [operation]).problems.map(({ code }) => code)
    expect(codes({ kind: 'entity.update', id: entity?.id, name: 'Other' })).toEqual(['managed.update'])
    expect(codes({ kind: 'entity.delete', id: entity?.id })).toEqual(['managed.delete'])
    expect(codes({ kind: 'attribute.update', id: total?.id, name: 'Other' })).toEqual(['managed.update'])
    expect(codes({ kind: 'attribute.delete', id: total?.id })).toEqual(['managed.delete'])
    expect(codes({ kind: 'attribute.create', entity_id: entity?.id, ...attribute, uri: 'mine' })).toEqual([])
  })
})

describe('attributes', () => {
  test('[R337] name: 2 and 25 characters are refused, 3 and 24 accepted', () => {
    for (const name of ['ab', 'x'.repeat(25)])
      expect(problemsWith({ name })).toEqual(['validation.length operations.0.attributes.0.name'])
    for (const name of ['abc', 'x'.repeat(24)]) expect(problemsWith({ name })).toEqual([])
  })

  test('[R344] description: 2 and 256 characters are refused, 3 and 255 accepted', () => {
    for (const description of ['ab', 'x'.repeat(256)])
      expect(problemsWith({ description })).toEqual(['validation.length operations.0.attributes.0.description'])
    for (const description of ['abc', 'x'.repeat(255)]) expect(problemsWith({ description })).toEqual([])
  })

  test('[R352] uri: lowercase English letters and numbers only', () => {
    for (const uri of ['Total', 'to tal', 'to_tal', 'summa€', 'ā1b', '1total'])
      expect(problemsWith({ uri })).toEqual(['validation.uri operations.0.attributes.0.uri'])
    expect(problemsWith({ uri: 'total2024' })).toEqual([])
  })

  test('[R353] uri: 3 to 24 characters', () => {
    for (const uri of ['ab', 'x'.repeat(25)])
      expect(problemsWith({ uri })).toEqual(['validation.uri operations.0.attributes.0.uri'])
    for (const uri of ['abc', 'x'.repeat(24)]) expect(problemsWith({ uri })).toEqual([])
  })

  test('[R354] uri: unique within the entity', () => {
    expect(problemsOf({ ...draft, attributes: [attribute, { ...attribute, name: 'Other' }] })).toEqual([
      'validation.uriTaken operations.0.attributes.1.uri',
    ])
    expect(
      problemsOf({ ...draft, attributes: [attribute] }, { ...draft, uri: 'others', attributes: [attribute] }),
    ).toEqual([])
  })

  test('[R355] uri: immutable after creation', () => {
    const { after } = plan(emptyModel, [{ ...draft, attributes: [attribute] }])
    const [total] = [...after.entities.values()][0]?.attributes ?? []
    const { problems } = plan(after, [{ kind: 'attribute.update', id: total?.id, uri: 'other' }])
    expect(problems).toEqual([{ code: 'validation.uriImmutable', target: 'operations.0.uri' }])
  })

  test('names of the common record fields and of the query language are reserved, what makers want is not', () => {
    for (const uri of ['name', 'status', 'owner', 'version', 'xmin', 'null', 'and'])
      expect(problemsWith({ uri })).toEqual(['validation.uriReserved operations.0.attributes.0.uri'])
    for (const uri of ['order', 'user', 'date', 'select', 'table']) expect(problemsWith({ uri })).toEqual([])
  })

  test('[R361][R362] pretext and undertext: 50 characters are refused, 49 accepted', () => {
    for (const property of ['pretext', 'undertext']) {
      expect(problemsWith({ [property]: 'x'.repeat(50) })).toEqual([
        `validation.tooLong operations.0.attributes.0.${property}`,
      ])
      expect(problemsWith({ [property]: 'x'.repeat(49) })).toEqual([])
    }
  })

  test('a property that the type does not have, an unsafe pattern, a default that does not hold are refused', () => {
    expect(problemsWith({ type: 'boolean', maxlength: 3 })).toEqual([
      'attribute.notApplicable operations.0.attributes.0.maxlength',
    ])
    for (const pattern of ['(a+)+', '(a|a)*', '(a)\\1', '(?=a)', '[', 'a*a*a*a*', '(?:(?:a+))*'])
      expect(problemsWith({ pattern })).toEqual(['attribute.patternUnsafe operations.0.attributes.0.pattern'])
    // Choices one after the other multiply: each of these would stand still for hours.
    for (const pattern of ['a?'.repeat(40), '(?:a|a)'.repeat(36), '(?:aa?|a)'.repeat(20), '\\p{L}?'.repeat(30)])
      expect(problemsWith({ pattern })).toEqual(['attribute.patternUnsafe operations.0.attributes.0.pattern'])
    const countries = 'AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')
    const phone = '\\+?\\d{1,3} ?\\(?\\d{2}\\)? ?\\d{3}[ -]?\\d{2}[ -]?\\d{2}'
    const kept = [`(?:${countries.join('|')})\\d{8,12}`, phone, '[a-z]+@[a-z]+\\.[a-z]+?', 'https?://[^/]+(?:/.*)?']
    for (const pattern of ['[A-Z]{2}\\d{4}', '(foo|bar)?-\\d+', '\\p{Lu}\\w*', ...kept])
      expect(problemsWith({ pattern })).toEqual([])
    expect(problemsWith({ maxlength: 3, default: 'long' })).toEqual([
      'validation.tooLong operations.0.attributes.0.default',
    ])
  })

  test('a type becomes one that its values can be made into', () => {
    const { after } = plan(emptyModel, [{ ...draft, attributes: [{ ...attribute, type: 'email' }] }])
    const [email] = [...after.entities.values()][0]?.attributes ?? []
    const to = (type: string) => plan(after, [{ kind: 'attribute.update', id: email?.id, type }]).problems
    expect(to('textarea')).toEqual([])
    expect(to('number')).toEqual([])
    expect(to('file')).toMatchObject([{ code: 'attribute.typeChange', target: 'operations.0.type' }])
  })
})

describe('plans', () => {
  test('what builds on a broken operation is not reported, what is wrong by itself is', () => {
    const broken = '20000000-0000-7000-8000-000000000001'
    const { problems } = plan(emptyModel, [
      { ...draft, id: broken, uri: 'Wrong' },
      { kind: 'attribute.create', entity_id: broken, ...attribute },
      { ...draft, name: 'x' },
    ])
    expect(problems.map(({ target }) => target)).toEqual(['operations.0.uri', 'operations.2.name'])
  })

  test('nonsense is refused, never thrown', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.anything(), fc.record({ kind: fc.constantFrom(...kinds), id: fc.anything() }))),
        (raw) => {
          const { problems } = plan(emptyModel, raw)
          expect(problems.length).toBe(Math.max(problems.length, raw.length === 0 ? 0 : 1))
        },
      ),
      { numRuns: 500 },
    )
    expect(problemsOf({ kind: 'entity.restore', id: newId(), definition: {} })[0]).toMatch(/request\.forbidden/)
  })

  test('a change of labels needs no DDL', () => {
    const { after } = plan(emptyModel, [{ ...draft, attributes: [attribute] }])
    const [entity] = after.entities.values()
    const renamed = plan(after, [
      { kind: 'entity.update', id: entity?.id, name: 'Bill' },
      { kind: 'attribute.update', id: entity?.attributes[0]?.id, name: 'Sum', required: true },
    ])
    expect(stepsThrough(renamed.models)).toEqual([])
  })
})

test('values are put aside only where a change may convert them: of the type, or of the digits of a number', () => {
  const { after } = plan(emptyModel, [{ ...draft, attributes: [{ ...attribute, type: 'decimal' }] }])
  const [entity] = after.entities.values()
  const asideOf = (more: object) => {
    const { operations, problems } = plan(after, [{ kind: 'attribute.update', id: entity?.attributes[0]?.id, ...more }])
    return [problems, operations[0]?.['aside'] !== undefined]
  }
  for (const more of [{ name: 'Sum' }, { required: true, min: '1' }]) expect(asideOf(more)).toEqual([[], false])
  for (const more of [{ type: 'text' }, { precision: 20 }, { scale: 4 }]) expect(asideOf(more)).toEqual([[], true])
  const given = '20000000-0000-7000-8000-000000000000'
  const said = plan(after, [{ kind: 'attribute.update', id: entity?.attributes[0]?.id, scale: 4, aside: given }])
  expect(said.operations).toMatchObject([{ aside: given }])
})

const kinds = entityOperations.map(({ kind }) => kind)
