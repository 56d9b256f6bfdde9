import type { Attribute } from '#attributes/attribute.ts'
import type { SqlWay } from '#attributes/type.ts'
import { attributeTypes } from '#attributes/types.ts'

/** How each value of a column is made into one of another type, as SQL that never fails. */
export type TypeConversion = {
  /** The value of the new type; null where there is none, and for null. */
  readonly value: string
  /** What is lost by it: `cleared`, `rounded` or `truncated`, or null. */
  readonly loss: string
}

/** The conversion of the values in `column`, an SQL expression of the former type, into those of the attribute as it is. */
export function conversionOf(was: Attribute, is: Attribute, column: string): TypeConversion {
  const [from, to] = [attributeTypes[was.type], attributeTypes[is.type]]
  const direct = to.sqlFrom[was.type]
  if (direct) return withLoss(column, direct(column, is))
  const text = from.sqlWriter(column, to.family)
  const reader = to.sqlReader?.(is, from.family)
  const value = reader?.value(text) ?? `null::${to.column(is) ?? 'text'}`
  const losesTags = from.words === 'html' && to.words !== 'html'
  const cuts = [losesTags ? isFormatted(column) : 'false', reader?.cut?.(text)]
  const way = { value, cut: cuts.filter(Boolean).join(' or '), rounded: reader?.rounded?.(text) }
  // Formatted text that is tags alone holds no words, so nothing of it is lost.
  return withLoss(from.words === 'html' ? `nullif(${text}, '')` : column, way)
}

/** The kept former value where the current value is still its conversion; otherwise the current value, converted. */
export function restoredValue({ former, was, is, kept, column }: ValueRestoration): string {
  return `(case when ${isUntouched({ former, was, kept, column })} then ${kept}
    else ${conversionOf(was, is, column).value} end)`
}

/** Whether nobody has given a row another value since it was converted. */
export function isUntouched({ former, was, kept, column }: Omit<ValueRestoration, 'is'>): string {
  return `${conversionOf(former, was, kept).value} is not distinct from ${column}`
}

export type ValueRestoration = {
  /** The attribute whose values were kept aside in the column `kept`. */
  readonly former: Attribute
  /** The attribute whose values are in `column`. */
  readonly was: Attribute
  readonly is: Attribute
  readonly kept: string
  readonly column: string
}

/** Whether there is more in it than paragraphs and line breaks. */
function isFormatted(html: string): string {
  return `${html} ~* '<(?!/?(?:p|br)[\\s/>])[a-z]'`
}

// Nothing is lost where `given`, which is converted, is null.
function withLoss(given: string, { value, cut = 'false', rounded = 'false' }: SqlWay): TypeConversion {
  const loss = `(case when ${given} is null then null when ${value} is null then 'cleared'
    when ${rounded} then 'rounded' when ${cut} then 'truncated' end)`
  return { value, loss }
}
