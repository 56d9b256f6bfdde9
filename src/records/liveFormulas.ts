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

/** A formula that a form can compute while it is filled in. */
export type LiveFormula = {
  readonly column: string
  /** The columns of the record that it reads. */
  readonly reads: readonly string[]
  readonly expression: Expression
  readonly evaluate: Evaluate
  /** It gives whole numbers. */
  readonly isWhole: boolean
}

/**
 * The formulas of an entity that read nothing but values of the record itself, in an order in which each finds what it reads
 * of the others. What lies behind a link, and what is gathered of other records, only the server knows.
 */
export function liveFormulas(model: Model, entity: EntityDefinition): readonly LiveFormula[] {
  const live = new Map<string, LiveFormula | undefined>()
  const read = (attribute: Attribute): LiveFormula | undefined => {
    const { uri, type, result } = attribute
    if (live.has(uri)) return live.get(uri)
    // Of two that read each other, neither is.
    live.set(uri, undefined)
    if (type !== 'formula' || result === null) return undefined
    const found = formulaOf(model, entity, attribute)
    if ('problems' in found) return undefined
    const { expression } = found
    if (expression.dependencies.fields.some(({ fields }) => fields.length > 1)) return undefined
    const roots = rootsOf(expression)
    const fields = entity.fields.filter((field) => roots.has(field.uri))
    if (fields.length < roots.size || !fields.every((field) => isReadable(field) || read(field))) return undefined
    // What it reads of others stands before it.
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

/** What formulas give for the values of a form, by their columns; nothing for those that read what the form does not know. */
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

/** A number as a whole one, halves away from zero; none where it is too large for its column. */
function whole(value: WireScalar): WireScalar {
  const exact = typeof value === 'string' ? decimalOf(value) : null
  if (exact === null) return null
  const text = decimalText(rounded(exact, 0, 'nearest'))
  return BigInt.asIntN(64, BigInt(text)) === BigInt(text) ? text : null
}
