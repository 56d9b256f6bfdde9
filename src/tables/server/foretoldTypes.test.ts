import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { columnOf, type Attribute } from '#attributes/attribute.ts'
import { compareDecimals, readDecimal } from '#decimals/decimalText.ts'
import { attributeTypeNames, attributeTypes, type AttributeTypeName } from '#attributes/types.ts'
import type { Family } from '#attributes/type.ts'
import type { Conversion } from '#changes/wire.ts'
import { typesAfter } from '#entities/conversions.ts'
import { newId } from '#platform/server/newId.ts'
import { definitionsGround, type DefinitionsGround } from '../../../test/support/definitions.ts'
import { stateOf, tableName } from '../../../test/support/definitionsState.ts'
import { choicesOf, type Choices } from '../../../test/support/randomChanges.ts'
import { randomValue } from '../../../test/support/randomRows.ts'

/** `SEED` asks for other cases, `CASES` for more of them. */
const cases = Number(process.env['CASES'] ?? 2)
/** So few that the preview shows each value that changes. */
const rows = 18

const options = ['open', 'won; lost', '1'].map((value) => ({ value, label: value, color: null, active: true }))
const changeable = attributeTypeNames.filter((type) => attributeTypes[type].offered && typesAfter(type).length > 0)

let ground: DefinitionsGround
beforeAll(async () => {
  ground = await definitionsGround('foretoldtypes')
})
afterAll(() => ground.stop())

test(
  'every type that becomes another one: random values come out as the preview counted and showed them, and go back as they were',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(1_000_000), { minLength: 90, maxLength: 120 }), async (numbers) => {
        const choices = choicesOf(numbers)
        const uri = await table(choices)
        for (let round = 0; round < 2; round++) await playRound(uri, choices)
      }),
      { numRuns: cases, endOnFailure: true },
    )
  },
  60_000 + cases * 20_000,
)

async function playRound(uri: string, choices: Choices): Promise<void> {
  const were = await attributesOf(uri)
  const operations = were.map(({ id, type }) => {
    const types = typesAfter(type).filter((each) => attributeTypes[each].offered)
    return { kind: 'attribute.update', id, accept_loss: true, ...propertiesOf(pick(types, choices), choices) }
  })
  const before = await stateOf(ground)
  const old = await textsOf(uri, were)
  const preview = await ground.changes.preview(ground.context, { operations })
  expect(preview.problems, JSON.stringify(operations)).toEqual([])
  const applied = await ground.changes.apply(ground.context, operations)
  const are = await attributesOf(uri)
  const now = await textsOf(uri, are)
  const shown = await textsOf(uri, are, () => null)
  for (const told of preview.conversions) {
    const is = are.find(({ id }) => id === told.attribute_id)
    if (!is) continue
    expectAsTold(told, old.get(is.id) ?? new Map(), now.get(is.id) ?? new Map())
    expectShown(told, shown.get(is.id) ?? new Map())
  }
  const after = await stateOf(ground)
  const undone = await ground.changes.undo(ground.context, applied.id)
  expect(await stateOf(ground), JSON.stringify(operations)).toEqual(before)
  const again = await ground.changes.undo(ground.context, undone.id)
  expect(await stateOf(ground)).toEqual(after)
  await ground.changes.undo(ground.context, again.id)
}

type Texts = ReadonlyMap<string, string | null>

function expectAsTold(told: Conversion, old: Texts, now: Texts): void {
  const { examples, from, to } = told
  const about = (kind: string, ids: readonly string[]) => [`${from} -> ${to}`, kind, ids.toSorted()]
  const filled = [...old].flatMap(([id, text]) => (text === null ? [] : [id]))
  const shown = (loss: string) => examples.filter((each) => each.loss === loss).map(({ id }) => id)
  // Formatted text of which no words are left has nothing to lose.
  const isWordless = (id: string) => from === 'wysiwyg' && old.get(id) === ''
  const cleared = filled.filter((id) => now.get(id) === null && !isWordless(id))
  expect(about('cleared', shown('cleared'))).toEqual(about('cleared', cleared))
  const { values, kept, rounded, truncated } = told
  expect([values, told.cleared, rounded, truncated]).toEqual([
    filled.length,
    cleared.length,
    shown('rounded').length,
    shown('truncated').length,
  ])
  expect(kept).toBe(filled.length - examples.length)
  // Where there was nothing, nothing comes.
  expect([...old].filter(([id, text]) => text === null && now.get(id) !== null)).toEqual([])
  for (const id of filled) expectKind(told, { id, was: old.get(id) ?? '', is: now.get(id) ?? null })
}

/** The examples show values as people read them: a share as percents. */
function expectShown({ examples }: Conversion, now: Texts): void {
  for (const { id, new: text } of examples) expect([id, text]).toEqual([id, now.get(id)?.slice(0, 200) ?? null])
}

/** What can be said of a value's loss by looking at what it was and is alone. */
function expectKind(
  { from, to, examples }: Conversion,
  { id, was, is }: { readonly id: string; readonly was: string; readonly is: string | null },
): void {
  const loss = examples.find((each) => each.id === id)?.loss
  if (is === null) return
  const about = `${from} -> ${to}: ${was} -> ${is} ${loss ?? 'kept'}`
  const [before, after] = [readDecimal(was.trim()), readDecimal(is)]
  if ((to === 'number' || to === 'decimal') && from !== 'boolean' && before && after) {
    const isEqual = compareDecimals(before, after) === 0
    if (loss === 'rounded') expect(isEqual, about).toBe(false)
    else expect(isEqual, about).toBe(true)
  }
  if (!plain.has(to) || !plain.has(from)) return
  if (loss === 'truncated') expect(was.length > is.length, about).toBe(true)
  else expect(is, about).toBe(was)
}

const plain: ReadonlySet<string> = new Set(['text', 'textarea', 'search', 'hidden', 'markup'])

let counter = 0
/** A table with an attribute of each type that may become another one, and rows of random values. */
async function table(choices: Choices): Promise<string> {
  const uri = `every${++counter}type`
  const attributes = changeable.map((type, at) => ({
    name: `Was ${type}`.slice(0, 24),
    uri: `was${at}was`,
    readonly: false,
    ...propertiesOf(type, choices),
  }))
  await ground.changes.apply(ground.context, [
    { kind: 'entity.create', name: uri, collectionname: uri, uri, attributes },
  ])
  const made = await attributesOf(uri)
  const columns = made.map((each) => `"${columnOf(each)}"`).join()
  for (let row = 0; row < rows; row++) {
    await ground.database.execute({
      text: `insert into ${tableName(ground, uri)} (id, created_on, created_by_id, updated_on, updated_by_id, owner_id,
        owning_unit_id, ${columns}) values ($1, now(), $1, now(), $1, $1, $1, ${made.map((_each, at) => `$${at + 2}`).join()})`,
      values: [newId(), ...made.map((each) => valueOf(each, row, choices))],
    })
  }
  return uri
}

function valueOf(attribute: Attribute, row: number, choices: Choices): unknown {
  const { type } = attribute
  const { stored, samples } = attributeTypes[type]
  if (type === 'multiselect')
    return choices.next(3) === 0 ? null : options.slice(choices.next(3)).map(({ value }) => value)
  if (type !== 'duration') return randomValue(attribute, row, choices, () => [])
  const sample = samples[choices.next(samples.length + 1)]
  return sample === undefined ? null : (stored?.(sample) ?? sample)
}

/** A type with properties that decide over losses. */
function propertiesOf(type: AttributeTypeName, choices: Choices): Record<string, unknown> {
  const known: readonly string[] = attributeTypes[type].properties
  return {
    type,
    ...(known.includes('unique') ? { unique: false } : {}),
    ...(type === 'select' || type === 'multiselect' ? { options: options.slice(0, 1 + choices.next(3)) } : {}),
    ...(type === 'decimal' ? { precision: 5 + choices.next(20), scale: choices.next(4) } : {}),
    ...(known.includes('maxlength') && choices.next(2) === 0 ? { maxlength: 5 + choices.next(30) } : {}),
    ...(type === 'rating' ? { stars: 3 + choices.next(8) } : {}),
  }
}

function pick<Thing>(things: readonly Thing[], choices: Choices): Thing {
  const thing = things[choices.next(things.length)]
  if (thing === undefined) throw new Error('nothing to pick from')
  return thing
}

async function attributesOf(uri: string): Promise<readonly Attribute[]> {
  return (await ground.models.fresh(ground.context.environment)).entitiesByUri.get(uri)?.attributes ?? []
}

/** The values of each attribute by the record, as texts for a family of types: its own, or none for people. */
async function textsOf(
  uri: string,
  attributes: readonly Attribute[],
  familyOf: (attribute: Attribute) => Family | null = ({ type }) => attributeTypes[type].family,
): Promise<ReadonlyMap<string, Texts>> {
  const columns = attributes.map(
    (each) => `${attributeTypes[each.type].sqlWriter(`"${columnOf(each)}"`, familyOf(each))} as "${each.id}"`,
  )
  const found = await ground.database.query<Record<string, string | null>>({
    text: `select id, ${columns.join()} from ${tableName(ground, uri)}`,
  })
  const texts = ({ id }: Attribute) => new Map(found.map((row) => [String(row['id']), row[id] ?? null]))
  return new Map(attributes.map((each) => [each.id, texts(each)]))
}
