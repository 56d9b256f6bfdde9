import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cascadingKinds } from '#changes/cascade.ts'
import { planChange, type Plan } from '#changes/plan.ts'
import { copyOperations } from '#entities/copyEntity.ts'
import { entityConcept } from '#entities/operations.ts'
import { emptyModel, type Model } from '#entities/model.ts'
import { nameOfPlace, type Label } from '#labels/label.ts'
import { labelsIn } from '#labels/model.ts'
import { labelConcept } from '#labels/operations.ts'
import { copyingLabels } from '#labels/operations/copyLabels.ts'
import { viewsIn } from '#views/model.ts'
import { viewConcept } from '#views/operations.ts'

const kinds = cascadingKinds([entityConcept, viewConcept, labelConcept])
let counter = 0
const newId = () => `00000000-0000-7000-8000-${String((counter += 1)).padStart(12, '0')}`
const plan = (
  model: Model,
  operations: readonly unknown[],
  author: 'maker' | 'system' | 'undo' = 'maker',
): Plan<Model> => planChange(model, operations, { kinds, author, changeId: 'c', newId })

const [clients, label, state] = [newId(), newId(), newId()]
const began = plan(emptyModel, [
  {
    kind: 'entity.create',
    id: clients,
    name: 'Client',
    collectionname: 'Clients',
    uri: 'clients',
    description: 'Who buys from us',
    attributes: [
      { id: label, name: 'Label', uri: 'label', type: 'text', placeholder: 'What it says', pretext: 'No.' },
      {
        id: state,
        name: 'State',
        uri: 'state',
        type: 'select',
        options: [
          { value: 'new', label: 'New one' },
          { value: 'old', label: 'Old one' },
        ],
      },
    ],
  },
]).after
const view = viewsIn(began)[0]?.id ?? ''
const lv = (id: string, property: string, text: string | null) => ({ id, property, locale: 'lv', text })
const set = (...labels: object[]) => ({ kind: 'label.set', entity_id: clients, labels })
const everything = [
  lv(clients, 'name', 'Klients'),
  lv(clients, 'collectionname', 'Klienti'),
  lv(clients, 'description', 'Kas pie mums pērk'),
  lv(label, 'name', 'Uzraksts'),
  lv(label, 'placeholder', 'Kas tur rakstīts'),
  lv(state, 'options.new', 'Jauns'),
  lv(state, 'options.old', 'Vecs'),
  lv(view, 'name', 'Visi klienti'),
  { ...lv(state, 'name', 'Estado'), locale: 'es' },
]
const labelled = plan(began, [set(...everything)]).after
const told = (model: Model) =>
  labelsIn(model)
    .map((each) => `${nameOfPlace(each)}: ${each.text}`)
    .toSorted()
const codes = ({ problems }: Plan<Model>) => problems.map(({ code, target }) => `${target} ${code}`)

describe('labels', () => {
  test('texts of a table, its attributes, options and views are said in other languages, and the way back forgets them', () => {
    const planned = plan(began, [set(...everything)])
    expect(codes(planned)).toEqual([])
    expect(told(planned.after)).toHaveLength(9)
    expect(planned.sentences).toEqual([
      { key: 'changes.sentence.labelSet', values: { name: 'Clients', count: 9, languages: 'Español, Latviešu' } },
    ])
    const back = plan(planned.after, planned.inverse, 'undo')
    expect(codes(back)).toEqual([])
    expect(told(back.after)).toEqual([])
    expect(back.after.entities).toBe(planned.after.entities)
  })

  test('an empty text takes a label away, and what was the same stays the same', () => {
    const planned = plan(labelled, [set(lv(label, 'name', '  '), lv(state, 'options.new', 'Jauns'))])
    expect(told(planned.after)).toEqual(told(labelled).filter((each) => !each.endsWith('Uzraksts')))
    const kept = (model: Model) => labelsIn(model).find(({ property }) => property === 'options.new')
    expect(kept(planned.after)).toBe(kept(labelled))
    expect(told(plan(planned.after, planned.inverse, 'undo').after)).toEqual(told(labelled))
  })

  test('a label is as long as its base text may be, of a text that there is, and of no other table', () => {
    const wrong = [
      lv(clients, 'name', 'Aa'),
      lv(label, 'name', 'a'.repeat(25)),
      lv(state, 'options.new', 'a'.repeat(101)),
      lv(state, 'options.lost', 'Zudis'),
      lv(label, 'title', 'Nav'),
      lv(label, 'uri', 'uzraksts'),
      lv(newId(), 'name', 'Svešs'),
    ]
    expect(codes(plan(began, [set(...wrong)]))).toEqual([
      'operations.0.labels.0.text validation.length',
      'operations.0.labels.1.text validation.length',
      'operations.0.labels.2.text validation.length',
      'operations.0.labels.3.id definition.unknown',
      'operations.0.labels.4.id definition.unknown',
      'operations.0.labels.5.id definition.unknown',
      'operations.0.labels.6.id definition.unknown',
    ])
    const french = { ...lv(clients, 'name', 'Client'), locale: 'fr' }
    expect(codes(plan(began, [set(french)]))).toEqual(['operations.0.labels.0.locale validation.option'])
  })

  test('who saw another label than there is now is told so', () => {
    const unseen = { ...lv(label, 'name', 'Birka'), was: null }
    expect(codes(plan(labelled, [set(unseen)]))).toEqual(['operations.0.labels.0.text definition.stale'])
    expect(codes(plan(labelled, [set({ ...unseen, was: 'Uzraksts' })]))).toEqual([])
  })

  test.each<[string, object, number]>([
    ['an attribute', { kind: 'attribute.delete', id: state }, 3],
    ['an option', { kind: 'attribute.update', id: state, options: [{ value: 'old', label: 'Old one' }] }, 1],
    ['a text', { kind: 'attribute.update', id: label, placeholder: null }, 1],
    ['a table', { kind: 'entity.delete', id: clients }, 9],
  ])('with %s go its labels, which is told before, and its undo brings them back', (_what, operation, gone) => {
    const planned = plan(labelled, [operation])
    expect(codes(planned)).toEqual([])
    expect(told(planned.after)).toHaveLength(9 - gone)
    expect(planned.impact).toContainEqual({
      key: 'changes.impact.labels',
      values: { name: 'Clients' },
      count: gone,
    })
    const back = plan(planned.after, planned.inverse, 'undo')
    expect(codes(back)).toEqual([])
    expect(told(back.after)).toEqual(told(labelled))
  })

  test('a table comes back with more labels than are said at once', () => {
    const selects = Array.from({ length: 6 }, (_, at) => ({
      id: newId(),
      name: `Choice ${at}`,
      uri: `choice${'abcdef'[at]}`,
      type: 'select',
      options: Array.from({ length: 1000 }, (_each, of) => ({ value: `v${of}`, label: `Value ${of}` })),
    }))
    const made = plan(
      labelled,
      selects.map((each) => ({ kind: 'attribute.create', entity_id: clients, ...each })),
    )
    const words = selects.map(({ id, options }) =>
      set(...options.map(({ value }) => lv(id, `options.${value}`, 'Teksts'))),
    )
    const before = plan(made.after, words).after
    expect(labelsIn(before)).toHaveLength(6009)
    const planned = plan(before, [{ kind: 'entity.delete', id: clients }])
    const back = plan(planned.after, planned.inverse, 'undo')
    expect(codes(back)).toEqual([])
    expect(labelsIn(back.after)).toHaveLength(6009)
  })

  test('a new base text keeps its labels', () => {
    const planned = plan(labelled, [{ kind: 'attribute.update', id: label, name: 'Caption' }])
    expect(told(planned.after)).toEqual(told(labelled))
    expect(planned.impact).toEqual([])
  })

  test('a copy says in other languages what it says as its source does', () => {
    const source = labelled.entities.get(clients)
    if (!source) throw new Error('no source')
    const names = { name: 'Lead', collectionname: 'Leads', uri: 'leads' }
    const planned = plan(labelled, copyOperations(labelled, source, names, newId, copyingLabels))
    expect(codes(planned)).toEqual([])
    const copy = planned.after.entitiesByUri.get('leads')
    const own = (model: Model): readonly Label[] => labelsIn(model).filter((each) => each.entity_id === copy?.id)
    expect(own(planned.after).map(({ property, text }) => `${property} ${text}`)).toEqual([
      'description Kas pie mums pērk',
      'name Uzraksts',
      'placeholder Kas tur rakstīts',
      'options.new Jauns',
      'options.old Vecs',
      'name Estado',
    ])
    const back = plan(planned.after, planned.inverse, 'undo')
    expect(codes(back)).toEqual([])
    expect(told(back.after)).toEqual(told(labelled))
  })

  test('what the system says is nobody’s to say, by a copy either', () => {
    const [own, text] = [newId(), newId()]
    const managed = { name: 'Label', uri: 'label', type: 'text', managed: true }
    const drafts = { name: 'Client', collectionname: 'Packed', uri: 'packed', managed: true }
    const before = plan(
      labelled,
      [{ kind: 'entity.create', id: own, ...drafts, attributes: [{ id: text, ...managed }] }],
      'system',
    ).after
    expect(before.entities.get(own)?.attributes).toMatchObject([{ id: text, managed: true }])
    const said = { kind: 'label.set', entity_id: own, labels: [lv(text, 'name', 'Uzraksts')] }
    expect(codes(plan(before, [said]))).toEqual(['operations.0.labels.0.text managed.update'])
    const copied = plan(before, [{ kind: 'label.copy', from: clients, to: own, ids: { [label]: text } }])
    expect(told(copied.after)).toEqual(told(before))
  })

  test('whatever is done to definitions, no label is left without its base text, and the undo brings all of them back', () => {
    const texts = fc.constantFrom('Viens', 'Divi', null)
    const places = fc.constantFrom(...everything.map(({ id, property }) => [id, property] as const))
    const operations = fc.oneof(
      fc.tuple(places, texts).map(([[id, property], text]) => set(lv(id, property, text))),
      fc.constantFrom(
        { kind: 'attribute.delete', id: state },
        { kind: 'attribute.delete', id: label },
        { kind: 'attribute.update', id: label, placeholder: null },
        { kind: 'attribute.update', id: label, type: 'number' },
        { kind: 'attribute.update', id: state, options: [{ value: 'new', label: 'Newest' }] },
        { kind: 'entity.update', id: clients, description: null },
        { kind: 'view.create', entity_id: clients, view: { name: 'Another', default: true } },
        { kind: 'view.delete', id: view },
        { kind: 'entity.delete', id: clients },
      ),
    )
    fc.assert(
      fc.property(fc.array(operations, { minLength: 1, maxLength: 6 }), (steps) => {
        const planned = plan(labelled, steps)
        const entity = planned.after.entities.get(clients)
        const known = new Set([...(entity?.attributes ?? []), ...viewsIn(planned.after)].map(({ id }) => id))
        if (entity) known.add(entity.id)
        expect(labelsIn(planned.after).filter((each) => !known.has(each.definition_id))).toEqual([])
        const back = plan(planned.after, planned.inverse, 'undo')
        expect(codes(back)).toEqual([])
        expect(told(back.after)).toEqual(told(labelled))
      }),
      { numRuns: 100, seed: 7 },
    )
  })
})
