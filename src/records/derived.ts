import { columnOf, valueTypeOf, type Attribute, type Field } from '#attributes/attribute.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { checkedRollup, formulaOf, type CheckedRollup, type Result } from '#entities/formula.ts'
import type { Model } from '#entities/model.ts'
import { typeOfField } from '#entities/expressionScope.ts'
import { compileExpression, sqlTypeOf } from '#expressions/compile.ts'
import type { Expression } from '#expressions/expression.ts'
import type { SqlContext } from '#expressions/sql/context.ts'
import { once, fragmentParameter, plain, sqlFragment, type Fragment, type SqlType } from '#expressions/sql/fragment.ts'
import { quotientOf } from '#expressions/sql/number.ts'
import { byCodePoint } from '#expressions/sql/text.ts'
import type { Type } from '#expressions/type.ts'
import type { Derived, ReadPath } from '#odata/model.ts'
import { collectionsOf, type Lookup } from '#records/collectionsOf.ts'

/** Slots for context values of expressions; each request supplies the values by name. */
export const circumstances: SqlContext = {
  now: asked('now', 'timestamptz'),
  today: asked('today', 'date'),
  zone: asked('zone', 'text'),
  member: asked('member', 'uuid'),
  unit: asked('unit', 'uuid'),
}

export type RowContext = {
  readonly model: Model
  readonly lookups: ReadonlyMap<string | null, readonly Lookup[]>
}

/**
 * Instructions for the engine to compute a formula or rollup; undefined where the expression names something that does
 * not exist.
 */
export function derivedOf(around: RowContext, entity: EntityDefinition, attribute: Attribute): Derived | undefined {
  const { result } = attribute
  if (result === null) return undefined
  if (attribute.type === 'rollup') return rollupDerived(around, entity, attribute, result)
  const read = formulaOf(around.model, entity, attribute)
  if ('problems' in read) return undefined
  const fields = pathsOf(around.model, entity, read.expression)
  return {
    paths: [...fields.values()].map(({ path }) => path),
    times: timesOf(read.expression, fields),
    parts: partsOf(read.expression),
    value: (readPath) => resultSql(result, compiled(around.model, read.expression, fields, readPath)),
  }
}

function rollupDerived(
  around: RowContext,
  entity: EntityDefinition,
  { rollup }: Attribute,
  result: Result,
): Derived | undefined {
  const checked = rollup && checkedRollup(around.model, entity, rollup)
  if (!checked || 'problems' in checked) return undefined
  const { source, field, filter } = checked
  const { model } = around
  const lookups = source.lookups.map(({ uri }) => uri)
  const before = source.through ? [] : lookups
  const path = field && [...before, columnOf(field)]
  const filterFields = filter && pathsOf(model, source.entity, filter, before)
  const paths = [...(path ? [path] : []), ...[...(filterFields?.values() ?? [])].map((each) => each.path)]
  const times = [...(path ? [1] : []), ...(filter && filterFields ? timesOf(filter, filterFields) : [])]
  const parts = 1 + (filter ? partsOf(filter) : 0)
  const taken = (read: ReadPath) => (path && field ? columnSql(model, field, read(path)) : undefined)
  const condition = (read: ReadPath) =>
    filter && filterFields ? compiled(model, filter, filterFields, read) : plain('true')
  if (!source.through) {
    const value = (read: ReadPath) => {
      const text = taken(read) ?? plain('null')
      return resultSql(result, filter ? sqlFragment`case when ${condition(read)} then ${text} end` : text)
    }
    return { paths, times, parts, value }
  }
  const { through } = source
  const parent = model.entities.get(through.related_entity ?? '')
  const collection =
    parent &&
    collectionsOf(parent, around.lookups.get(parent.id) ?? []).find(
      ({ target, via }) => target === source.entity.uri && via === columnOf(through),
    )
  if (!collection) return undefined
  return {
    paths,
    times,
    parts,
    over: {
      lookups,
      collection: collection.name,
      ...(filter && { condition }),
      ...(rollup.function === 'first' && { first: [['created_on'], ['id']] }),
    },
    // The aggregate stands in one query: its SQL may be repeated, and needs no query of its own.
    value: (read) => resultSql(result, { ...gathered(rollup.function, taken(read)), simple: true }),
  }
}

function gathered(gathers: CheckedRollup['rollup']['function'], value: Fragment | undefined): Fragment {
  if (!value) return plain('count(*)')
  switch (gathers) {
    case 'count':
      return sqlFragment`count(${value})`
    case 'sum':
      return sqlFragment`coalesce(sum((${value})::numeric), 0)`
    case 'average':
      return quotientOf(sqlFragment`sum((${value})::numeric)`, sqlFragment`count(${value})::numeric`)
    case 'first':
      return value
    default:
      return sqlFragment`${plain(gathers)}(${value})`
  }
}

/**
 * A value in the form of its result column: numbers without trailing zeros, moments to the millisecond, no empty texts.
 * A number with more digits than other columns can hold becomes null; otherwise formulas of formulas would exceed the
 * range of the database.
 */
function resultSql(result: Result, value: Fragment): Fragment {
  switch (result) {
    case 'decimal':
      return once(
        [{ ...sqlFragment`(${value})::numeric`, simple: value.simple === true }],
        (exact) => sqlFragment`case when abs(${exact}) < 1e200 then trim_scale(round(${exact}, 200)) end`,
      )
    case 'number':
      return once(
        [{ ...sqlFragment`round((${value})::numeric)`, simple: value.simple === true }],
        (whole) =>
          sqlFragment`case when ${whole} between -9223372036854775808 and 9223372036854775807 then (${whole})::bigint end`,
      )
    case 'datetime':
      return sqlFragment`date_trunc('milliseconds', ${value})`
    case 'text':
      return sqlFragment`nullif((${value})::text, '')`
    default:
      return value
  }
}

/**
 * A condition on the records of an entity as a computed value; `given` supplies values for names that are no fields.
 */
export function conditionDerived(
  model: Model,
  entity: EntityDefinition,
  expression: Expression,
  given: (key: string, type: Type) => Fragment | undefined,
): Derived {
  const told = new Map<string, Fragment>()
  for (const { key, fields } of expression.dependencies.fields) {
    const value = given(key, fields.at(-1)?.type ?? { kind: 'text' })
    if (value) told.set(key, value)
  }
  const fields = new Map([...pathsOf(model, entity, expression)].filter(([key]) => !told.has(key)))
  return {
    paths: [...fields.values()].map(({ path }) => path),
    value: (read) => compiled(model, expression, fields, read, told),
  }
}

type PathField = { readonly path: readonly string[]; readonly field: Field; readonly type: Type }

/** The fields that an expression reads, by their keys, each with its path in the API. */
function pathsOf(
  model: Model,
  entity: EntityDefinition,
  { dependencies }: Expression,
  before: readonly string[] = [],
): ReadonlyMap<string, PathField> {
  const found = new Map<string, PathField>()
  for (const { key, fields } of dependencies.fields) {
    const names = fields.map(({ name }) => name)
    const field = fieldAt(model, entity, names)
    const type = fields.at(-1)?.type
    if (field && type) found.set(key, { path: [...before, ...names.slice(0, -1), columnOf(field)], field, type })
  }
  return found
}

/** Number of reads of each field by an expression. */
function timesOf({ dependencies }: Expression, fields: ReadonlyMap<string, unknown>): readonly number[] {
  return [...fields.keys()].map((key) => dependencies.fields.filter((each) => each.key === key).length)
}

/**
 * Estimated number of parts of an expression beside its fields, from the length of its text: about one per twenty
 * characters.
 */
function partsOf({ tree }: Expression): number {
  return Math.ceil((tree.to - tree.at) / 20)
}

function fieldAt(model: Model, entity: EntityDefinition, names: readonly string[]): Field | undefined {
  let at: EntityDefinition | undefined = entity
  let field: Field | undefined
  for (const name of names) {
    // Members, teams and units have only a name.
    field = at ? at.fields.find(({ uri }) => uri === name) : nameField(entity)
    at = model.entities.get(field?.related_entity ?? '')
  }
  return field
}

function nameField({ fields }: EntityDefinition): Field | undefined {
  return fields.find(({ uri }) => uri === 'name')
}

function compiled(
  model: Model,
  expression: Expression,
  fields: ReadonlyMap<string, PathField>,
  read: ReadPath,
  told: ReadonlyMap<string, Fragment> = new Map(),
): Fragment {
  const columns = (key: string): Fragment => {
    const value = told.get(key)
    if (value) return value
    const found = fields.get(key)
    if (found) return columnSql(model, found.field, read(found.path), found.type)
    const [, name = ''] = key.split('.')
    const variable = model.variables.get(name)
    const type = expression.dependencies.variables.find((each) => each.key === key)?.fields.at(-1)?.type
    return fragmentParameter(variable?.value ?? null, sqlTypeOf(type ?? { kind: 'text' }))
  }
  return compileExpression(expression, columns, circumstances)
}

/** A column in the form that expressions compute with. */
function columnSql(model: Model, field: Field, text: string, known?: Type): Fragment {
  const type = known ?? typeOfField(model, field) ?? { kind: 'text' }
  if (text === 'null') return plain(`null::${sqlTypeOf(type)}`)
  const { edm } = valueTypeOf(field)
  if (edm === 'Edm.Duration') return sqlFragment`extract(epoch from ${plain(text)})`
  if (edm === 'Edm.TimeOfDay') return byCodePoint(sqlFragment`(${plain(text)})::text`)
  return type.kind === 'text' || type.kind === 'choice' ? byCodePoint(plain(text)) : plain(text)
}

function asked(name: string, type: SqlType): Fragment {
  return { parts: ['', `::${type}`], values: [{ circumstance: name }], simple: true }
}
