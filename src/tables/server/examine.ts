import { columnOf, isStored, type Attribute } from '#attributes/attribute.ts'
import { isRefusal } from '#attributes/type.ts'
import { attributeTypes } from '#attributes/types.ts'
import type { CountedImpact, Conversion } from '#changes/wire.ts'
import { isConversion } from '#entities/conversions.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { attributeById, type Model } from '#entities/model.ts'
import { ident, qualified } from '#platform/sql.ts'
import type { Executor } from '#platform/server/database/database.ts'
import { violationOf } from '#platform/server/database/errors.ts'
import { conversionOf, isUntouched } from '#tables/conversion/conversion.ts'
import { valueFor } from '#tables/conversion/statements.ts'
import { stepsThrough } from '#tables/diff.ts'
import { asideName, type ConvertColumn } from '#tables/step.ts'
import { isLarge } from '#tables/server/size.ts'

/** How many of the values that change are shown. */
const shown = 20
/** Rows that are read at a time where each value goes through the validator. */
const batch = 20_000

export type TableExamination = {
  readonly conversions: readonly Conversion[]
  readonly impact: readonly CountedImpact[]
}

/**
 * What a plan would do to stored values: new types convert them, tighter rules leave them as they are, to be refused when
 * somebody edits them next.
 */
export async function examine(
  executor: Executor,
  { schema }: { readonly schema: string },
  models: readonly Model[],
): Promise<TableExamination> {
  const conversions = await conversionsOf(executor, schema, models)
  const impact: CountedImpact[] = []
  for (const { entity, was, is } of tightened(models)) {
    const count = await countBroken(executor, schema, entity, was, is).catch(onNothingYet)
    if (count) impact.push({ key: 'changes.impact.broken', values: { name: is.name, entity: entity.name }, count })
  }
  return { conversions, impact: [...impact, ...(await repeatedIn(executor, schema, models, conversions))] }
}

/** Attributes that are to be unique while records share a value: what tells so refuses the change when it is applied. */
async function repeatedIn(
  executor: Executor,
  schema: string,
  models: readonly Model[],
  conversions: readonly Conversion[],
): Promise<CountedImpact[]> {
  const counts = new Map(conversions.map((each) => [each.attribute_id, each.repeated]))
  for (const step of stepsThrough(models)) {
    if (step.kind !== 'createUnique' || counts.has(step.attributeId)) continue
    const table = qualified(schema, step.table)
    const count = await countRepeated(executor, table, ident(step.column)).catch(onNothingYet)
    counts.set(step.attributeId, count ?? 0)
  }
  return [...counts].flatMap(([id, count]) => {
    const name = nameOf(models, id)
    return count > 0 ? [{ key: 'changes.impact.repeated', values: { name }, count } as const] : []
  })
}

function nameOf(models: readonly Model[], attributeId: string): string {
  const found = models.toReversed().map((model) => attributeById(model, attributeId))
  return found.find((each) => each !== undefined)?.attribute.name ?? ''
}

/** What new types would do to the values of each attribute. */
export async function conversionsOf(
  executor: Executor,
  schema: string,
  models: readonly Model[],
): Promise<Conversion[]> {
  const conversions: Conversion[] = []
  const steps = stepsThrough(models)
  const unique = new Set(steps.flatMap((step) => (step.kind === 'createUnique' ? [step.attributeId] : [])))
  for (const step of steps) {
    if (step.kind !== 'convertColumn' || !isThere(models[0], step)) continue
    const isUnique = unique.has(step.is.id)
    const found = await conversion(executor, schema, { step, isUnique }, models).catch(onNothingYet)
    if (found) conversions.push(found)
  }
  return conversions
}

/** Whether the column stands as the step finds it: not one that the same change set makes or has converted before. */
function isThere(first: Model | undefined, { was }: ConvertColumn): boolean {
  const found = first && attributeById(first, was.id)
  return found?.attribute.type === was.type
}

/** A table or column that the change set itself makes has no rows yet. */
function onNothingYet(error: unknown): undefined {
  if (violationOf(error)?.kind !== 'undefined') throw error
}

type Counts = Record<'filled' | 'cleared' | 'rounded' | 'truncated' | 'since', string>
type Example = {
  id: string
  name: string | null
  old: string
  new: string | null
  loss: Conversion['examples'][number]['loss']
}

async function conversion(
  executor: Executor,
  schema: string,
  { step, isUnique }: { readonly step: ConvertColumn; readonly isUnique: boolean },
  models: readonly Model[],
): Promise<Conversion> {
  const { was, is, back } = step
  const table = qualified(schema, step.table)
  const column = ident(columnOf(was))
  const { loss } = conversionOf(was, is, column)
  const touched = back
    ? `not (${isUntouched({ former: back.former, was, kept: ident(asideName(back.id)), column })})`
    : 'true'
  const value = valueFor(step)
  const lost = `(case when ${touched} then ${loss} end)`
  const of = (kind: string) => `count(*) filter (where ${lost} = '${kind}') as ${kind}`
  const [counts] = await executor.query<Counts>({
    text: `select count(${column}) as filled, ${of('cleared')}, ${of('rounded')}, ${of('truncated')},
      count(*) filter (where ${back ? touched : 'false'}) as since from ${table}`,
  })
  const examples = await executor.query<Example>({
    text: `select id, name, left(${attributeTypes[was.type].sqlWriter(column, null)}, 200) as old, left(${attributeTypes[is.type].sqlWriter(value, null)}, 200) as new,
      ${lost} as loss from ${table} where ${lost} is not null order by id limit ${shown}`,
  })
  const number = (name: keyof Counts) => Number(counts?.[name] ?? 0)
  const [cleared, rounded, truncated] = [number('cleared'), number('rounded'), number('truncated')]
  return {
    attribute_id: is.id,
    name: is.name,
    entity: models.at(-1)?.entitiesByUri.get(step.table)?.name ?? step.table,
    from: was.type,
    to: is.type,
    values: number('filled'),
    kept: number('filled') - cleared - rounded - truncated,
    cleared,
    rounded,
    truncated,
    since: number('since'),
    repeated: isUnique ? await countRepeated(executor, table, value) : 0,
    online: await isLarge(executor, schema, step.table),
    examples,
  }
}

/** Records that would share a value, where each may have its own only. */
async function countRepeated(executor: Executor, table: string, value: string): Promise<number> {
  const [row] = await executor.query<{ count: string }>({
    text: `select coalesce(sum(n), 0)::bigint as count from (select count(*) as n
      from (select ${value} as v from ${table}) c where v is not null group by v having count(*) > 1) r`,
  })
  return Number(row?.count ?? 0)
}

type Tightened = { readonly entity: EntityDefinition; readonly was: Attribute; readonly is: Attribute }

/** Attributes whose rules are others than before. */
function tightened(models: readonly Model[]): Tightened[] {
  const [before, after] = [models[0], models.at(-1)]
  return [...(after?.entities.values() ?? [])].flatMap((entity) => {
    const former = before?.entities.get(entity.id)
    if (!former || former === entity) return []
    return entity.attributes.flatMap((is) => {
      const was = former.attributes.find(({ id }) => id === is.id)
      return was && was !== is && isStored(was) && isStored(is) && rulesOf(was) !== rulesOf(is)
        ? [{ entity, was, is }]
        : []
    })
  })
}

function rulesOf(attribute: Attribute): string {
  const { type, minlength, maxlength, min, max, pattern, options, precision, scale, stars, maxcount } = attribute
  const values = options.map(({ value }) => value)
  return JSON.stringify([type, minlength, maxlength, min, max, pattern, values, precision, scale, stars, maxcount])
}

/** The values that the validator will refuse, which is asked about each of them as it will be after the change. */
async function countBroken(
  executor: Executor,
  schema: string,
  entity: EntityDefinition,
  was: Attribute,
  is: Attribute,
): Promise<number> {
  const type = attributeTypes[is.type]
  if (type.edm === 'Edm.Boolean' || type.holds === 'secret') return 0
  const column = ident(columnOf(was))
  const value = isConversion(was, is) ? conversionOf(was, is, column).value : column
  const told = type.isList ? value : type.sqlWriter(value, type.family)
  const read = type.reader(is)
  let broken = 0
  for (let last: string | undefined; ;) {
    const rows = await executor.query<{ id: string; value: string | string[] | null }>({
      text: `select id, ${told} as value from ${qualified(schema, entity.uri)}
        where ${column} is not null ${last === undefined ? '' : 'and id > $1'} order by id limit ${batch}`,
      values: last === undefined ? [] : [last],
    })
    for (const row of rows) if (row.value !== null && isRefusal(read(row.value))) broken++
    last = rows.at(-1)?.id
    if (rows.length < batch || last === undefined) return broken
  }
}
