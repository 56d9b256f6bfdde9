import { listMetadata } from '#attributes/listMetadata.ts'
import { columnOf, type Attribute, type Field } from '#attributes/attribute.ts'
import { writeDuration } from '#attributes/span.ts'
import { secondsOfSpan } from '#dates/durationSeconds.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { expressionsOf } from '#entities/formula.ts'
import type { Model } from '#entities/model.ts'
import { evaluatorOf, type Evaluate, type EvaluationValues } from '#expressions/evaluate.ts'
import type { Expression } from '#expressions/expression.ts'
import type { WireScalar } from '#expressions/value.ts'
import { memoizePair } from '#platform/memoize.ts'
import { hasCandidateView } from '#records/candidateView.ts'

/** A compiled expression of an attribute, ready for evaluation with record values. */
export type Planned = {
  readonly attribute: Attribute
  readonly column: string
  readonly expression: Expression
  readonly evaluate: Evaluate
}

/** The expressions that run when records of an entity are written. */
export type ExpressionPlan = {
  /** Ordered by dependency: each default comes after the defaults that its expression reads. */
  readonly defaults: readonly Planned[]
  readonly validators: readonly Planned[]
  /** Lookups whose candidates are restricted by a condition or a view. */
  readonly filters: readonly CandidateRule[]
}

/** Restriction of a lookup's candidates. */
export type CandidateRule = {
  readonly attribute: Attribute
  readonly column: string
  /** The condition of the lookup; undefined where only the view restricts candidates. */
  readonly expression: Expression | undefined
  readonly hasView: boolean
}

/** The expressions of an entity's attributes, parsed once per snapshot of the definitions. */
export const expressionPlan = memoizePair((model: Model, entity: EntityDefinition): ExpressionPlan => {
  const all = entity.attributes.flatMap((attribute) =>
    expressionsOf(model, attribute).flatMap(({ place, read }) => {
      if (!('expression' in read)) return []
      const { expression } = read
      return [{ place, attribute, column: columnOf(attribute), expression, evaluate: evaluatorOf(expression) }]
    }),
  )
  return {
    defaults: inOrder(all.filter(({ place }) => place === 'default_expression')),
    validators: all.filter(({ place }) => place.startsWith('validators.')),
    filters: entity.attributes.flatMap((attribute): CandidateRule[] => {
      const filter = all.find((each) => each.attribute === attribute && each.place === 'related_filter')
      const hasView = hasCandidateView(model, attribute)
      if (!filter && !hasView) return []
      return [{ attribute, column: columnOf(attribute), expression: filter?.expression, hasView }]
    }),
  }
})

// In a cycle, the first expression sees no value of the second.
function inOrder(planned: readonly Planned[]): readonly Planned[] {
  const ordered = new Set<Planned>()
  const visited = new Set<Planned>()
  const visit = (each: Planned) => {
    if (visited.has(each)) return
    visited.add(each)
    for (const read of planned) if (rootsOf(each.expression).has(read.attribute.uri)) visit(read)
    ordered.add(each)
  }
  planned.forEach(visit)
  return [...ordered]
}

/** Uris of the record's own fields that an expression reads directly or as the start of a path. */
export function rootsOf({ dependencies }: Expression): ReadonlySet<string> {
  return new Set(dependencies.fields.map(({ fields }) => fields[0]?.name ?? ''))
}

/** The lookup paths of an expression: the uri of the first lookup and the names after it. */
export function pathsOver({ dependencies }: Expression): readonly (readonly [string, readonly string[]])[] {
  return dependencies.fields.flatMap(({ fields }) => {
    const [first, ...names] = fields.map(({ name }) => name)
    return first === undefined || names.length === 0 ? [] : [[first, names] as const]
  })
}

/**
 * The values of a record and of the environment that an expression reads. `linked` holds the values behind lookups, by
 * their keys.
 */
export function valuesFor(
  model: Model,
  entity: EntityDefinition,
  { dependencies }: Expression,
  row: Readonly<Record<string, unknown>>,
  linked: EvaluationValues = {},
): EvaluationValues {
  const values: Record<string, unknown> = { ...linked }
  for (const { key, fields } of dependencies.fields) {
    const field = fields.length === 1 ? entity.fields.find(({ uri }) => uri === key) : undefined
    if (field) values[key] = readValue(field, row[columnOf(field)])
  }
  for (const { key, fields } of dependencies.variables) {
    values[key] = model.variables.get(fields.at(-1)?.name ?? '')?.value ?? null
  }
  return values
}

/** A record value in the form that expressions use: durations become seconds. */
export function readValue({ type }: Pick<Field, 'type'>, value: unknown): unknown {
  return listMetadata[type].edm === 'Edm.Duration' && typeof value === 'string' ? secondsOfSpan(value) : (value ?? null)
}

/** The result of an expression in the form that the field stores. An empty text becomes null. */
export function writtenValue({ type }: Pick<Field, 'type'>, value: WireScalar): WireScalar {
  if (value === '') return null
  return listMetadata[type].edm === 'Edm.Duration' && typeof value === 'string'
    ? writeDuration(Math.trunc(Number(value)))
    : value
}
