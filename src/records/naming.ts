import { listMetadata } from '#attributes/listMetadata.ts'
import { valueTypeOf, columnOf, isComputed, type Attribute } from '#attributes/attribute.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { formulaOf } from '#entities/formula.ts'
import type { Model } from '#entities/model.ts'
import { namingOf } from '#entities/naming.ts'
import { recordNameLength } from '#entities/system.ts'
import type { EvaluationContext } from '#expressions/context.ts'
import { evaluatorOf } from '#expressions/evaluate.ts'
import type { WireScalar } from '#expressions/value.ts'
import { memoizePair } from '#platform/memoize.ts'
import { rootsOf, valuesFor, writtenValue, type Planned } from '#records/expressionPlan.ts'

/** Naming rule of an entity: how records get their names. */
export type NamingPlan = {
  readonly attribute: Attribute
  /** The source columns of the name. */
  readonly columns: ReadonlySet<string>
  /** The formulas to compute, ordered by dependency; empty where a stored value is the name. */
  readonly formulas: readonly Planned[]
  /** Whether the name reads linked records. */
  readonly isLinked: boolean
}

/** The naming rule of an entity, parsed once per snapshot of the definitions; undefined where people type the names. */
export function namingPlan(model: Model, entity: EntityDefinition): NamingPlan | undefined {
  return entity.naming === null ? undefined : planOf(model, entity)
}

const planOf = memoizePair((model: Model, entity: EntityDefinition): NamingPlan | undefined => {
  const attribute = namingOf(entity)
  if (!attribute) return undefined
  const formulas: Planned[] = []
  const columns = new Set<string>()
  const visit = (each: Attribute): void => {
    if (!isComputed(each)) return void columns.add(columnOf(each))
    const column = columnOf(each)
    if (formulas.some((planned) => planned.column === column)) return
    const read = formulaOf(model, entity, each)
    if ('problems' in read) return
    const { expression } = read
    for (const root of rootsOf(expression)) {
      const field = entity.fields.find(({ uri }) => uri === root)
      if (field) visit(field)
    }
    formulas.push({ attribute: each, column, expression, evaluate: evaluatorOf(expression) })
  }
  visit(attribute)
  const isLinked = formulas.some(({ expression }) =>
    expression.dependencies.fields.some(({ fields }) => fields.length > 1),
  )
  return { attribute, columns, formulas, isLinked }
})

/** The name of a record from its own values, for rules that read no linked records. */
export function nameFrom(
  model: Model,
  entity: EntityDefinition,
  { attribute, formulas }: NamingPlan,
  given: Readonly<Record<string, unknown>>,
  around: EvaluationContext,
): string | null {
  const row: Record<string, unknown> = { ...given }
  for (const planned of formulas) {
    const value = planned.evaluate(valuesFor(model, entity, planned.expression, row), around)
    row[planned.column] = settledValue(planned.attribute, value)
  }
  return nameText(attribute, row[columnOf(attribute)])
}

/** A formula result in the form that its attribute displays: whole numbers are rounded, halves away from zero. */
export function settledValue(attribute: Attribute, value: WireScalar): unknown {
  const written = writtenValue(attribute, value)
  if (attribute.result !== 'number' || typeof written !== 'string') return written
  const [, sign = '', digits = '0', first = '0'] = /^(-?)(\d+)(?:\.(\d))?/.exec(written) ?? []
  return String((BigInt(digits) + (first >= '5' ? 1n : 0n)) * (sign === '' ? 1n : -1n))
}

/** A value as the name of its record; null for an empty value. */
export function nameText(attribute: Attribute, value: unknown): string | null {
  if (value === null || value === undefined) return null
  const shown = shownText(attribute, String(value)).replaceAll(/\s+/g, ' ').trim()
  return shown === '' ? null : [...shown].slice(0, recordNameLength).join('').trimEnd()
}

function shownText({ type, result, options }: Attribute, value: string): string {
  if (listMetadata[type].words === 'label') return options.find((option) => option.value === value)?.label ?? value
  const isDecimal = valueTypeOf({ type, result }).number === 'decimal'
  return isDecimal && value.includes('.') ? value.replace(/\.?0+$/, '') : value
}
