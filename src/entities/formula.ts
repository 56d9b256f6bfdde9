import { valueTypeName, type Attribute, type Field } from '#attributes/attribute.ts'
import { attributeTypes } from '#attributes/types.ts'
import type { Properties, Rollup } from '#attributes/propertySchema.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { candidateScope, recordScope, typeOfField, withoutComputed } from '#entities/expressionScope.ts'
import type { Model } from '#entities/model.ts'
import { rolledField, rollupSource, type RollupSource } from '#entities/rollupSource.ts'
import { readExpression, type Expression } from '#expressions/expression.ts'
import { noFields, type Fields, type Type } from '#expressions/type.ts'
import type { Problem } from '#faults/fault.ts'
import { memoizePair } from '#platform/memoize.ts'

export type Result = NonNullable<Properties['result']>

/** A valid formula, or its problems. */
export type ReadResult<Thing> = Thing | { readonly problems: readonly Problem[] }

/** The property that holds an expression. */
export type FormulaPlace =
  | 'expression'
  | 'default_expression'
  | 'related_filter'
  | `validators.${number}.expression`
  | 'rollup.filter'

/** A checked expression of an attribute, with its property. */
export type PlacedExpression = {
  readonly place: FormulaPlace
  readonly text: string
  readonly read: ReadResult<{ readonly expression: Expression }>
}

/** A checked rollup: source of the records, aggregated field, and filter. */
export type CheckedRollup = {
  readonly rollup: Rollup
  readonly source: RollupSource
  readonly field: Field | undefined
  readonly filter: Expression | undefined
}

/** The attribute type name for an expression's result; undefined for types without one. */
export function resultOf(type: Type): Result | undefined {
  switch (type.kind) {
    case 'text':
    case 'choice':
    case 'null':
      return 'text'
    case 'number':
      return 'decimal'
    case 'boolean':
    case 'date':
    case 'datetime':
      return type.kind
    default:
      return undefined
  }
}

/** The expression type required for a result type. */
export function typeOfResult(result: Result): Type {
  return { kind: result === 'decimal' ? 'number' : result }
}

/** The names available to an expression at its property, and the required result type. */
export function scopeAt(
  model: Model,
  attribute: Attribute,
  place: 'expression' | 'default_expression' | 'related_filter' | 'validators' | 'rollup.filter',
): { readonly scope: Fields; readonly wanted: Type | undefined } {
  const entity = model.entities.get(attribute.entity_id)
  const condition: Type = { kind: 'boolean' }
  if (!entity) return { scope: noFields, wanted: undefined }
  switch (place) {
    case 'expression':
      return { scope: recordScope(model, entity), wanted: undefined }
    case 'default_expression':
      return { scope: withoutComputed(entity, recordScope(model, entity)), wanted: defaultType(model, attribute) }
    case 'validators':
      return { scope: withoutComputed(entity, recordScope(model, entity)), wanted: condition }
    case 'related_filter': {
      const candidate = model.entities.get(attribute.related_entity ?? '')
      return { scope: candidate ? candidateScope(model, candidate, entity) : noFields, wanted: condition }
    }
    case 'rollup.filter': {
      const source = attribute.rollup && rollupSource(model, entity, attribute.rollup.path)
      const isFound = source && !('lost' in source)
      return { scope: isFound ? recordScope(model, source.entity) : noFields, wanted: condition }
    }
  }
}

/** All expressions of an attribute, parsed once per model. */
export const expressionsOf = memoizePair((model: Model, attribute: Attribute): readonly PlacedExpression[] => {
  const entity = model.entities.get(attribute.entity_id)
  if (!entity) return []
  const found: PlacedExpression[] = []
  const add = (
    place: FormulaPlace,
    text: string | null | undefined,
    read: (text: string) => PlacedExpression['read'],
  ) => {
    if (text) found.push({ place, text, read: read(text) })
  }
  const readAt = (place: Parameters<typeof scopeAt>[2]) => (text: string) => {
    const { scope, wanted } = scopeAt(model, attribute, place)
    return reading(readExpression(text, scope, wanted))
  }
  if (attribute.type === 'formula') add('expression', attribute.expression, () => formulaOf(model, entity, attribute))
  add('default_expression', attribute.default_expression, readAt('default_expression'))
  if (model.entities.has(attribute.related_entity ?? ''))
    add('related_filter', attribute.related_filter, readAt('related_filter'))
  attribute.validators.forEach((validator, index) => {
    if (validator.name === 'expression')
      add(`validators.${index}.expression`, validator.expression, readAt('validators'))
  })
  const source = attribute.rollup && rollupSource(model, entity, attribute.rollup.path)
  if (source && !('lost' in source)) add('rollup.filter', attribute.rollup?.filter, readAt('rollup.filter'))
  return found
})

/** The expression of a formula. */
export function formulaOf(
  model: Model,
  entity: EntityDefinition,
  { expression, result }: Pick<Attribute, 'expression' | 'result'>,
): ReadResult<{ readonly expression: Expression }> {
  const wanted = result === null ? undefined : typeOfResult(result)
  const read = readExpression(expression ?? '', recordScope(model, entity), wanted)
  if (!('tree' in read)) return { problems: read }
  if (resultOf(read.type) !== undefined) return { expression: read }
  const parameters = { wanted: 'value', found: read.type.kind }
  return { problems: [{ code: 'expression.type', position: read.tree.at, parameters }] }
}

/** A rollup with its resolved source, field and filter. */
export function checkedRollup(model: Model, entity: EntityDefinition, rollup: Rollup): ReadResult<CheckedRollup> {
  const source = rollupSource(model, entity, rollup.path)
  if ('lost' in source) return refusal('rollup.path', source.lost)
  const field = rolledField(source, rollup.attribute)
  if (!field && (rollup.function !== 'count' || rollup.attribute))
    return refusal('rollup.attribute', rollup.attribute ?? '')
  if (field && !takes(model, rollup, field)) {
    return { problems: [{ code: 'validation.option', target: 'rollup.function' }] }
  }
  if (!source.through && rollup.function !== 'first') {
    return { problems: [{ code: 'validation.option', target: 'rollup.function' }] }
  }
  if (!rollup.filter) return { rollup, source, field, filter: undefined }
  const filter = readExpression(rollup.filter, recordScope(model, source.entity), { kind: 'boolean' })
  if ('tree' in filter) return { rollup, source, field, filter }
  return { problems: filter.map((problem) => ({ ...problem, target: 'rollup.filter' })) }
}

/** The attribute with a derived result type, where the maker has not chosen one. */
export function withResult(model: Model, attribute: Attribute): Attribute {
  const entity = model.entities.get(attribute.entity_id)
  if (!entity || attribute.result !== null) return attribute
  if (attribute.type === 'formula') {
    const read = formulaOf(model, entity, attribute)
    return 'expression' in read ? { ...attribute, result: resultOf(read.expression.type) ?? null } : attribute
  }
  if (attribute.type !== 'rollup' || !attribute.rollup) return attribute
  const checked = checkedRollup(model, entity, attribute.rollup)
  return 'problems' in checked ? attribute : { ...attribute, result: rollupResult(checked) }
}

/** The type of what a rollup gives. */
export function rollupResult({ rollup, field }: Pick<CheckedRollup, 'rollup' | 'field'>): Result {
  const type = field && attributeTypes[valueTypeName(field)]
  if (rollup.function === 'count') return 'number'
  if (rollup.function === 'average') return 'decimal'
  switch (type?.expressionKind) {
    case 'number':
      return type.edm === 'Edm.Int64' ? 'number' : 'decimal'
    case 'boolean':
    case 'date':
    case 'datetime':
      return type.expressionKind
    default:
      return 'text'
  }
}

function takes(model: Model, { function: gathers }: Rollup, field: Field): boolean {
  const kind = typeOfField(model, field)?.kind
  if (gathers === 'count') return true
  if (gathers === 'sum' || gathers === 'average') return kind === 'number'
  if (gathers === 'first' && kind === 'boolean') return true
  return kind === 'number' || kind === 'text' || kind === 'choice' || kind === 'date' || kind === 'datetime'
}

// A choice is stored as text; its options are validated when a record is created.
function defaultType(model: Model, attribute: Attribute): Type | undefined {
  const type = typeOfField(model, attribute)
  return type?.kind === 'choice' ? { kind: 'text' } : type
}

function reading(read: Expression | readonly Problem[]): ReadResult<{ readonly expression: Expression }> {
  return 'tree' in read ? { expression: read } : { problems: read }
}

function refusal(target: string, name: string): { readonly problems: readonly Problem[] } {
  return { problems: [{ code: 'validation.unknown', target, parameters: { name } }] }
}
