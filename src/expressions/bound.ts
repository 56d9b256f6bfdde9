import type { ExpressionFunction } from '#expressions/functions/function.ts'
import type { ExpressionOption, Type } from '#expressions/type.ts'
import type { Value } from '#expressions/value.ts'

/** A checked expression: every name is found, every call has what it takes. */
export type Bound = { readonly type: Type } & (
  | { readonly kind: 'constant'; readonly value: Value }
  /** `key` is the path as it is written, by names. */
  | { readonly kind: 'path'; readonly key: string }
  | { readonly kind: 'list'; readonly items: readonly Bound[] }
  /** A list without values, as one of another type. */
  | { readonly kind: 'empty'; readonly of: Bound }
  | {
      readonly kind: 'call'
      readonly function: ExpressionFunction
      readonly items: readonly Bound[]
      /** Of the choice that is the first argument. */
      readonly options: readonly ExpressionOption[]
    }
)

/** The same where a type is wanted: what has no value takes any. */
export function retyped(bound: Bound, wanted: Type): Bound {
  if (wanted.kind === 'null' || wanted.kind === 'unknown') return bound
  if (bound.type.kind === 'null') return { kind: 'constant', value: null, type: wanted }
  const isEmpty = bound.type.kind === 'list' && bound.type.of.kind === 'null'
  return isEmpty && wanted.kind === 'list' && wanted.of.kind !== 'null'
    ? { kind: 'empty', of: bound, type: wanted }
    : bound
}
