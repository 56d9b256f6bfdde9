import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { columnOf, isStored, type Attribute } from '#attributes/attribute.ts'
import { isRefusal } from '#attributes/type.ts'
import { attributeTypes } from '#attributes/types.ts'
import type { Operation } from '#changes/operation.ts'
import type { Preview } from '#changes/server/changes.ts'
import type { Conversion } from '#changes/wire.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { attributeById, type Model } from '#entities/model.ts'
import { Fault } from '#faults/fault.ts'
import { newId } from '#platform/server/newId.ts'
import { definitionsGround, type DefinitionsGround } from '../../../test/support/definitions.ts'
import { dataOf, stateOf, tableName, type TableData } from '../../../test/support/definitionsState.ts'
import { choicesOf, randomChange, type Choices } from '../../../test/support/randomChanges.ts'
import { addRandomRows, randomValue } from '../../../test/support/randomRows.ts'

/** `SEED` asks for other cases, `CASES` for more of them. */
const cases = Number(process.env['CASES'] ?? 8)
const rows = 12

let ground: DefinitionsGround
beforeAll(async () => {
  ground = await definitionsGround('foretold')
})
afterAll(() => ground.stop())

test(
  'what the preview of a random change set tells of random data is what applying and undoing it do',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(1_000_000), { minLength: 300, maxLength: 400 }), async (numbers) => {
        const choices = choicesOf(numbers)
        for (let round = 0; round < 4; round++) {
          await fill(choices)
          await playRound(choices)
        }
      }),
      { numRuns: cases, endOnFailure: true },
    )
  },
  60_000 + cases * 10_000,
)

test('what a deletion takes along is told before, goes with it and comes back with its undo', async () => {
  const choices = choicesOf(Array.from({ length: 97 }, (_none, index) => (index * 7919) % 1009))
  for (let round = 0; round < 6; round++) await ground.changes.apply(ground.context, await somethingNew(choices))
  await fill(choices)
  const first = await model()
  const deletions = [
    ...[...first.entities.values()]
      .filter(({ link_of }) => link_of === null)
      .map(({ id }) => ({ kind: 'entity.delete', id })),
    ...[...first.relationships.keys()].map((id) => ({ kind: 'relationship.delete', id })),
  ]
  let along = 0
  for (const operation of deletions.slice(0, 8)) {
    const before = await stateOf(ground)
    const { dependants } = await ground.changes.preview(ground.context, { operations: [operation] })
    const operations = [...dependants.map((each) => each.operation), operation]
    const applied = await ground.changes.apply(ground.context, operations)
    const is = await model()
    for (const { id } of dependants)
      expect([attributeById(is, id), is.relationships.get(id)]).toEqual([undefined, undefined])
    if (dependants.length > 0) {
      along += dependants.length
      await ground.changes.undo(ground.context, applied.id)
      await expect(ground.changes.apply(ground.context, [operation])).rejects.toMatchObject({
        code: 'definition.inUse',
      })
    } else await ground.changes.undo(ground.context, applied.id)
    expect(await stateOf(ground), JSON.stringify(operations)).toEqual(before)
  }
  expect(along).toBeGreaterThan(0)
}, 60_000)

/** A table with a lookup, and an N:N relationship, to tables that are there. */
async function somethingNew(choices: Choices): Promise<object[]> {
  const others = [...(await model()).entities.values()].filter(({ link_of }) => link_of === null)
  const other = others[choices.next(Math.max(1, others.length))]
  const number = others.length + 1000
  const id = newId()
  const attributes = other ? [{ name: 'Other', uri: 'other', type: 'N:1', related_entity: other.id }] : []
  const made = {
    kind: 'entity.create',
    id,
    name: `Along ${number}`,
    collectionname: `Along ${number}`,
    uri: `along${number}x`,
    attributes,
  }
  if (!other) return [made]
  const attribute = { name: 'Many others', uri: `many${number}x` }
  return [made, { kind: 'relationship.create', from_entity: id, to_entity: other.id, cardinality: 'N:N', attribute }]
}

async function playRound(choices: Choices): Promise<void> {
  const was = await model()
  const before = await stateOf(ground)
  const operations = randomChange(was, choices)
  if (operations.length === 0) return
  const preview = await ground.changes.preview(ground.context, { operations })
  expect(preview.problems).toEqual([])
  const refusal = foretoldRefusal(preview, operations)
  const applied = await ground.changes.apply(ground.context, operations).catch(codeOf)
  expect(typeof applied === 'string' ? applied : undefined, JSON.stringify([operations, preview])).toBe(refusal)
  if (typeof applied === 'string') {
    expect(await stateOf(ground)).toEqual(before)
    return
  }
  const after = await dataOf(ground)
  const is = await model()
  for (const each of preview.conversions) expectConversion(each, before.data, after, is)
  expectImpact(preview, { operations, was, is, before: before.data, after })
  const told = await ground.changes.change(ground.context, applied.id)
  expect(told.conversions).toEqual(preview.conversions)
  expect(told.impact).toEqual(preview.impact.filter(({ key }) => !foretoldOnly.has(key)))

  const since = await changeSome(preview.conversions, is, choices)
  const back = await ground.changes.preview(ground.context, { undo: applied.id })
  expect(back.problems).toEqual([])
  for (const each of back.conversions)
    expect([each.name, each.since]).toEqual([each.name, since.get(each.attribute_id) ?? 0])
  const undone = await undoAsForetold(applied.id, back)
  if (!undone) return
  if (since.size === 0) expect(await stateOf(ground), JSON.stringify(operations)).toEqual(before)
  if (choices.next(3) === 0) return
  await undoAsForetold(undone.id, await ground.changes.preview(ground.context, { undo: undone.id }))
}

/** Undoes a change; nothing where its preview tells of values made since that would be there twice, which refuse it. */
async function undoAsForetold(id: string, foretold: Preview) {
  const before = await stateOf(ground)
  const undone = await ground.changes.undo(ground.context, id).catch(codeOf)
  const refusal = isRepeated(foretold) ? 'attribute.duplicates' : undefined
  expect(typeof undone === 'string' ? undone : undefined, JSON.stringify(foretold)).toBe(refusal)
  if (typeof undone === 'string') expect(await stateOf(ground)).toEqual(before)
  return typeof undone === 'string' ? undefined : undone
}

/** What counts what may come, and is no outcome that the history keeps. */
const foretoldOnly: ReadonlySet<string> = new Set(['changes.impact.broken', 'changes.impact.repeated'])

/** The code by which the preview says that applying will be refused. */
function foretoldRefusal(preview: Preview, operations: readonly Operation[]) {
  const lossy = preview.conversions.find(({ cleared, rounded, truncated }) => cleared + rounded + truncated > 0)
  const mayLose = operations.some(({ id, accept_loss }) => id === lossy?.attribute_id && accept_loss === true)
  if (lossy && !mayLose) return 'attribute.lossy'
  return isRepeated(preview) ? 'attribute.duplicates' : undefined
}

/** Whether the preview tells of records that would share a value which each may have alone. */
function isRepeated({ conversions, impact }: Preview): boolean {
  return conversions.some(({ repeated }) => repeated > 0) || impact.some(({ key }) => key === 'changes.impact.repeated')
}

function codeOf(error: unknown): string {
  if (error instanceof Fault) return error.details[0]?.code ?? error.code
  throw error
}

function model(): Promise<Model> {
  return ground.models.fresh(ground.context.environment)
}

/** Rows with random values in each table that has none. */
async function fill(choices: Choices): Promise<void> {
  const data = new Map(Object.entries(await dataOf(ground)).map(([id, found]) => [id, Object.keys(found)]))
  const targets = (entityId: string) => data.get(entityId) ?? []
  const entities = [...(await model()).entities.values()]
  for (const entity of entities.toSorted((a, b) => Number(a.link_of !== null) - Number(b.link_of !== null))) {
    if (targets(entity.id).length > 0) continue
    await addRandomRows(ground, entity, { rows, choices, targets })
    data.set(entity.id, Object.keys((await dataOf(ground))[entity.id] ?? {}))
  }
}

function valuesOf(data: TableData, attributeId: string): Map<string, string | null> {
  const found = Object.values(data).flatMap((table) =>
    Object.entries(table).flatMap(([id, row]): [string, string | null][] =>
      attributeId in row ? [[id, row[attributeId] ?? null]] : [],
    ),
  )
  return new Map(found)
}

/** The numbers of a conversion, counted by the values of before and after. */
function expectConversion(told: Conversion, before: TableData, after: TableData, is: Model): void {
  const was = valuesOf(before, told.attribute_id)
  const filled = [...was].filter(([, value]) => value !== null)
  expect(told.values).toBe(filled.length)
  expect(told.kept + told.cleared + told.rounded + told.truncated).toBe(filled.length)
  expect(told.since).toBe(0)
  const now = valuesOf(after, told.attribute_id)
  const type = attributeById(is, told.attribute_id)?.attribute.type
  // An attribute that the same change set took away, or converted on, has no outcome of its own.
  if (type !== told.to || now.size === 0) return
  expect(filled.filter(([id]) => now.get(id) === null).length).toBe(told.cleared)
  expect([...now].filter(([id, value]) => value !== null && was.get(id) === null)).toEqual([])
  for (const { id, loss, new: shown } of told.examples) {
    expect(loss === 'cleared').toBe(now.get(id) === null)
    expect(shown === null).toBe(now.get(id) === null)
  }
  if (!['number', 'decimal'].includes(told.from) || !['number', 'decimal'].includes(told.to)) return
  const other = filled.filter(([id, value]) => now.get(id) !== null && bare(value) !== bare(now.get(id) ?? null))
  expect(other.length).toBe(told.rounded + told.truncated)
}

/** A number without the digits that say nothing. */
function bare(number: string | null): string {
  const text = (number ?? '').includes('.') ? (number ?? '').replace(/\.?0+$/, '') : (number ?? '')
  return text === '-0' ? '0' : text
}

type Outcome = {
  readonly operations: readonly Operation[]
  readonly was: Model
  readonly is: Model
  readonly before: TableData
  readonly after: TableData
}

/** What is gone, lacks a value or no longer fits after the change, counted by the definitions and values of both sides. */
function expectImpact({ impact }: Preview, { operations, was, is, before, after }: Outcome): void {
  const told = (key: string) =>
    impact.reduce((sum, each) => sum + (each.key === `changes.impact.${key}` ? each.count : 0), 0)
  const gone = [...was.entities.values()].filter(({ id }) => !is.entities.has(id))
  const rowsOf = (entities: readonly EntityDefinition[]) =>
    entities.reduce((sum, { id }) => sum + Object.keys(before[id] ?? {}).length, 0)
  expect(told('records')).toBe(rowsOf(gone.filter(({ link_of }) => link_of === null)))
  expect(told('links')).toBe(rowsOf(gone.filter(({ link_of }) => link_of !== null)))
  // What goes within a table that goes after it is told twice.
  if (operations.some(({ kind }) => kind === 'entity.delete')) return

  const kept = [...is.entities.values()]
  const lost = kept.flatMap(
    (entity) => was.entities.get(entity.id)?.attributes.filter(({ id }) => !attributeById(is, id)) ?? [],
  )
  expect(told('values')).toBe(lost.reduce((sum, { id }) => sum + count(before, id, (value) => value !== null), 0))
  const stored = kept.filter(({ id }) => was.entities.has(id)).flatMap((entity) => entity.attributes.filter(isStored))
  const wanting = stored.filter(({ id, required }) => required && attributeById(was, id)?.attribute.required !== true)
  const missing = wanting.reduce((sum, { id }) => sum + count(after, id, (value) => value === null), 0)
  if (!operations.some(({ kind }) => kind.endsWith('.delete')))
    expect(told('missing'), JSON.stringify([operations, impact])).toBe(missing)
  for (const attribute of stored) {
    const former = attributeById(was, attribute.id)?.attribute
    if (!former || rulesOf(former) === rulesOf(attribute) || !plainTypes.has(attribute.type)) continue
    const read = attributeTypes[attribute.type].reader(attribute)
    const broken = count(after, attribute.id, (value) => value !== null && isRefusal(read(value)))
    const [entity] = kept.filter(({ id }) => id === attribute.entity_id)
    const said = impact.filter(
      ({ key, values }) =>
        key === 'changes.impact.broken' && values['name'] === attribute.name && values['entity'] === entity?.name,
    )
    expect([attribute.type, said.map((each) => each.count)]).toEqual([attribute.type, broken > 0 ? [broken] : []])
  }
}

/** Types whose values travel as their columns print them. */
const plainTypes: ReadonlySet<string> = new Set([
  'text',
  'textarea',
  'email',
  'url',
  'number',
  'decimal',
  'select',
  'month',
])

function rulesOf({ type, maxlength, precision, scale, options }: Attribute): string {
  return JSON.stringify([type, maxlength, precision, scale, options.map(({ value }) => value)])
}

function count(data: TableData, attributeId: string, matches: (value: string | null) => boolean): number {
  return [...valuesOf(data, attributeId).values()].filter(matches).length
}

/** Gives some rows of converted attributes another value, and answers how many of each. */
async function changeSome(
  conversions: readonly Conversion[],
  is: Model,
  choices: Choices,
): Promise<Map<string, number>> {
  const since = new Map<string, number>()
  if (choices.next(2) === 0) return since
  for (const { attribute_id, to } of conversions) {
    const found = attributeById(is, attribute_id)
    if (!found || found.attribute.type !== to || found.attribute.unique) continue
    const value = randomValue(found.attribute, 0, choices, () => [])
    const column = `"${columnOf(found.attribute)}"`
    const changed = await ground.database.query({
      text: `update ${tableName(ground, found.entity.uri)} set ${column} = $1 where id in (select id from
        ${tableName(ground, found.entity.uri)} where ${column} is distinct from $1 order by id limit 3) returning id`,
      values: [value],
    })
    if (changed.length > 0) since.set(attribute_id, changed.length)
  }
  return since
}
