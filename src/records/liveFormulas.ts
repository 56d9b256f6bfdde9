import { columnOf, isReadable, type Attribute } from '#attributes/attribute.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { formulaOf } from '#entities/formula.ts'
import type { Model } from '#entities/model.ts'
import { evaluationContext } from '#expressions/context.ts'
import { decimalOf, decimalText } from '#decimals/decimal.ts'
import { evaluatorOf, type Evaluate } from '#expressions/evaluate.ts'
import type { Expression } from '#expressions/expression.ts'
import { rounded } from '#expressions/rounding.ts'
import type { WireScalar } from '#expressions/value.ts'
import { rootsOf, valuesFor } from '#records/expressionPlan.ts'
import type { Reader } from '#views/dynamic.ts'

type Row = Readonly<Record<string, unknown>>

/** A formula that a form can compute while being filled in. */
export type LiveFormula = {
  readonly column: string
  /** The record columns that the formula reads. */
  readonly reads: readonly string[]
  readonly expression: Expression
  readonly evaluate: Evaluate
  /** The result is a whole number. */
  readonly isWhole: boolean
}

/**
 * The formulas of an entity that read only values of the record itself, ordered by dependency. Linked records and
 * rollups are known to the server only.
 */
export function liveFormulas(model: Model, entity: EntityDefinition): readonly LiveFormula[] {
  const live = new Map<string, LiveFormula | undefined>()
  const read = (attribute: Attribute): LiveFormula | undefined => {
    const { uri, type, result } = attribute
    if (live.has(uri)) return live.get(uri)
    // Formulas in a cycle are left out.
    live.set(uri, undefined)
    if (type !== 'formula' || result === null) return undefined
    const found = formulaOf(model, entity, attribute)
    if ('problems' in found) return undefined
    const { expression } = found
    if (expression.dependencies.fields.some(({ fields }) => fields.length > 1)) return undefined
    const roots = rootsOf(expression)
    const fields = entity.fields.filter((field) => roots.has(field.uri))
    if (fields.length < roots.size || !fields.every((field) => isReadable(field) || read(field))) return undefined
    // Inserted again after its dependencies, so that they come first.
    live.delete(uri)
    const formula = {
      column: columnOf(attribute),
      reads: fields.map(columnOf),
      expression,
      evaluate: evaluatorOf(expression),
      isWhole: result === 'number',
    }
    live.set(uri, formula)
    return formula
  }
  entity.attributes.forEach(read)
  return [...live.values()].filter((formula) => formula !== undefined)
}

/**
 * Results of formulas for the values of a form, by column; formulas that read values unknown to the form are omitted.
 */
export function recalculated(
  model: Model,
  entity: EntityDefinition,
  formulas: readonly LiveFormula[],
  form: Row,
  { now, timeZone, me, unit }: Pick<Reader, 'now' | 'timeZone' | 'me' | 'unit'>,
): Readonly<Record<string, WireScalar>> {
  const around = evaluationContext(now.getTime(), timeZone, me, unit)
  const given: Record<string, WireScalar> = {}
  for (const { column, reads, expression, evaluate, isWhole } of formulas) {
    const row = { ...form, ...given }
    if (!reads.every((each) => each in row)) continue
    const value = evaluate(valuesFor(model, entity, expression, row), around)
    given[column] = isWhole ? whole(value) : value === '' ? null : value
  }
  return given
}

/** A number rounded to a whole number, halves away from zero; null where the result exceeds its column. */
function whole(value: WireScalar): WireScalar {
  const exact = typeof value === 'string' ? decimalOf(value) : null
  if (exact === null) return null
  const text = decimalText(rounded(exact, 0, 'nearest'))
  return BigInt.asIntN(64, BigInt(text)) === BigInt(text) ? text : null
}
