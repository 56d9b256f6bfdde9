import type { EvaluationContext } from '#expressions/context.ts'
import type { ScaledDecimal } from '#decimals/decimal.ts'
import type { SqlContext } from '#expressions/sql/context.ts'
import type { Fragment } from '#expressions/sql/fragment.ts'
import type { ExpressionOption } from '#expressions/type.ts'
import type { Scalar, Value } from '#expressions/value.ts'
import type { TextKey } from '#language/translate.ts'

export type FunctionFamily = 'operator' | 'logic' | 'text' | 'number' | 'date' | 'moment' | 'list' | 'choice' | 'user'

/**
 * What a parameter takes. `shown` is a text or what has one. `same` is one type for all parameters and results that say
 * so; `sameList` is a list of it.
 */
export type ParameterType =
  | 'text'
  | 'number'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'duration'
  | 'choice'
  | 'shown'
  | 'same'
  | 'any'
  | 'sameList'
  | 'numbers'
  | 'texts'

type ValueOf<Type> = Type extends 'text' | 'shown' | 'choice'
  ? string
  : Type extends 'number' | 'duration'
    ? ScaledDecimal
    : Type extends 'boolean'
      ? boolean
      : Type extends 'date' | 'datetime'
        ? number
        : Type extends 'same' | 'any'
          ? Scalar
          : Type extends 'numbers'
            ? readonly (ScaledDecimal | null)[]
            : Type extends 'texts'
              ? readonly (string | null)[]
              : readonly Value[]

export type Parameter = {
  readonly name: string
  readonly type: ParameterType
  readonly optional?: true
  /** The last parameter, given once or more. */
  readonly many?: true
}
export type ResultType = ParameterType | 'member' | 'unit'

/** An expression and what it gives, as it travels. */
export type Example = { readonly write: string; readonly gives: unknown }

/** A function or an operator of the language. */
export type ExpressionFunction = {
  readonly name: string
  /** Tells those of one name apart, which differ in their parameters. */
  readonly id: string
  readonly parameters: readonly Parameter[]
  readonly result: ResultType
  /** The sentence of the documentation. */
  readonly sentence: TextKey
  /** `pass`: without one of its values there is no result. `own`: the function knows what to do then. */
  readonly nulls: 'pass' | 'own'
  /** Whether there is always a result. */
  readonly certain: boolean
  readonly examples: readonly Example[]
  readonly evaluate: (...values: readonly Value[]) => Value
  /** Instead of `evaluate`, where the context or the options of a choice are needed. */
  readonly evaluateIn?: (around: CallContext, ...values: readonly Value[]) => Value
  readonly sql: (around: SqlAround, ...fragments: readonly Fragment[]) => Fragment
}

/** What stands around a call. */
export type CallContext = { readonly context: EvaluationContext; readonly options: readonly ExpressionOption[] }
export type SqlAround = { readonly context: SqlContext; readonly options: readonly ExpressionOption[] }

type Given<P> = P extends { readonly optional: true } ? ValueOf<TypeOf<P>> | undefined : ValueOf<TypeOf<P>>
type TypeOf<P> = P extends { readonly type: infer Type } ? Type : never
type Arguments<Ps extends readonly Parameter[], Missing> = Ps extends readonly [{ readonly many: true }]
  ? readonly (ValueOf<TypeOf<Ps[0]>> | Missing)[]
  : { -readonly [Index in keyof Ps]: Given<Ps[Index]> | Missing }
type Fragments<Ps extends readonly Parameter[]> = Ps extends readonly [{ readonly many: true }]
  ? readonly Fragment[]
  : { -readonly [Index in keyof Ps]: Ps[Index] extends { readonly optional: true } ? Fragment | undefined : Fragment }

type Common<Ps extends readonly Parameter[]> = {
  readonly name: string
  readonly id?: string
  readonly parameters: Ps
  readonly result: ResultType
  readonly sentence: TextKey
  readonly examples: readonly Example[]
}
type Result = Value

/** A function that has no result where one of its values is missing. */
export function strict<const Ps extends readonly Parameter[]>(
  given: Common<Ps> & {
    readonly evaluate: (...values: Arguments<Ps, never>) => Result
    readonly sql: (...fragments: Fragments<Ps>) => Fragment
  },
): ExpressionFunction {
  return made({ nulls: 'pass', certain: false }, given, { evaluate: given.evaluate, sql: withoutPlace(given.sql) })
}

/** A function that knows what to do with missing values. */
export function lenient<const Ps extends readonly Parameter[]>(
  given: Common<Ps> & {
    readonly certain: boolean
    readonly evaluate: (...values: Arguments<Ps, null>) => Result
    readonly sql: (...fragments: Fragments<Ps>) => Fragment
  },
): ExpressionFunction {
  return made({ nulls: 'own', certain: given.certain }, given, {
    evaluate: given.evaluate,
    sql: withoutPlace(given.sql),
  })
}

/** A strict function that needs what stands around it. */
export function withPlaces<const Ps extends readonly Parameter[]>(
  given: Common<Ps> & {
    readonly evaluate: (around: CallContext, ...values: Arguments<Ps, never>) => Result
    readonly sql: (around: SqlAround, ...fragments: Fragments<Ps>) => Fragment
  },
): ExpressionFunction {
  const { evaluate, sql } = given
  return made({ nulls: 'pass', certain: false }, given, { evaluate: () => null, evaluateIn: evaluate, sql })
}

// The checker gives each function what its parameters say, so that the types hold that are let go of from here on.
function made(
  { nulls, certain }: Pick<ExpressionFunction, 'nulls' | 'certain'>,
  { name, id = name, parameters, result, sentence, examples }: Common<readonly Parameter[]>,
  forms: { readonly evaluate: unknown; readonly evaluateIn?: unknown; readonly sql: unknown },
): ExpressionFunction {
  const { evaluate, evaluateIn, sql } = forms as Pick<ExpressionFunction, 'evaluate' | 'evaluateIn' | 'sql'>
  const common = { name, id, parameters, result, sentence, examples, nulls, certain, evaluate, sql }
  return evaluateIn ? { ...common, evaluateIn } : common
}

function withoutPlace(write: unknown): ExpressionFunction['sql'] {
  const sql = write as (...fragments: readonly Fragment[]) => Fragment
  return (_around, ...fragments) => sql(...fragments)
}
