import type { Bound } from '#expressions/bound.ts'
import type { EvaluationContext } from '#expressions/context.ts'
import type { Expression } from '#expressions/expression.ts'
import { valueReader, wireWriter, type Value, type WireScalar } from '#expressions/value.ts'

/** What the paths of an expression stand for, by their names: `{ 'total': '12.50', 'customer.name': 'Anna' }`. */
export type EvaluationValues = Readonly<Record<string, unknown>>

/** Computes an expression as often as wanted. */
export type Evaluate = (values: EvaluationValues, context: EvaluationContext) => WireScalar

/**
 * Makes closures of an expression, once. They call only what the registry holds, read only own properties of `values` whose
 * names the scope gave, and take from those only texts, numbers, booleans and lists of them.
 */
export function evaluatorOf({ bound, type }: Expression): Evaluate {
  const compute = closureOf(bound)
  const write = wireWriter(type)
  return (values, context) => {
    const value = compute({ values, context })
    return value === null && type.kind !== 'list' ? null : write(value)
  }
}

type Environment = { readonly values: EvaluationValues; readonly context: EvaluationContext }
type Closure = (environment: Environment) => Value

function closureOf(bound: Bound): Closure {
  switch (bound.kind) {
    case 'constant': {
      const { value } = bound
      return () => value
    }
    case 'path': {
      const { key } = bound
      const read = valueReader(bound.type)
      // Asking whether a property is its own costs as much as all the rest; only these names could be inherited.
      if (key in Object.prototype) return ({ values }) => read(Object.hasOwn(values, key) ? values[key] : null)
      return ({ values }) => read(values[key] ?? null)
    }
    case 'list': {
      const items = bound.items.map(closureOf)
      return (environment) => items.map((item) => item(environment))
    }
    case 'empty':
      return closureOf(bound.of)
    case 'call':
      return callClosure(bound)
  }
}

function callClosure({ function: called, items, options }: Extract<Bound, { kind: 'call' }>): Closure {
  const closures = items.map(closureOf)
  const { evaluateIn, evaluate } = called
  if (called.name === 'IF') return choosing(closures)
  if (evaluateIn && closures.length === 0) return ({ context }) => evaluateIn({ context, options })
  if (evaluateIn) {
    return (environment) => {
      const values = closures.map((closure) => closure(environment))
      return values.includes(null) ? null : evaluateIn({ context: environment.context, options }, ...values)
    }
  }
  const [first, second] = closures
  const passes = called.nulls === 'pass'
  if (closures.length === 1 && first) return ofOne(first, evaluate, passes)
  if (closures.length === 2 && first && second) return ofTwo(first, second, evaluate, passes)
  return (environment) => {
    const values = closures.map((closure) => closure(environment))
    return passes && values.includes(null) ? null : evaluate(...values)
  }
}

/** Only the branch that is chosen is computed. */
function choosing([condition = nothing, then = nothing, otherwise = nothing]: readonly Closure[]): Closure {
  return (environment) => (condition(environment) === true ? then(environment) : otherwise(environment))
}

function ofOne(only: Closure, evaluate: (value: Value) => Value, passes: boolean): Closure {
  if (!passes) return (environment) => evaluate(only(environment))
  return (environment) => {
    const value = only(environment)
    return value === null ? null : evaluate(value)
  }
}

function ofTwo(
  first: Closure,
  second: Closure,
  evaluate: (left: Value, right: Value) => Value,
  passes: boolean,
): Closure {
  if (!passes) return (environment) => evaluate(first(environment), second(environment))
  return (environment) => {
    const left = first(environment)
    if (left === null) return null
    const right = second(environment)
    return right === null ? null : evaluate(left, right)
  }
}

function nothing(): null {
  return null
}
