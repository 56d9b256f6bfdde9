import { modelOf, type Model } from '#entities/model.ts'
import type { Variable } from '#expressions/variable.ts'

/** The variable with an id. */
export function variableById({ variables }: Model, id: string): Variable | undefined {
  return [...variables.values()].find((variable) => variable.id === id)
}

/** The model with a variable added or replaced. */
export function putVariable(model: Model, variable: Variable): Model {
  const others = [...model.variables.values()].filter(({ id }) => id !== variable.id)
  return withVariables(model, [...others, variable])
}

/** The model without a variable. */
export function dropVariable(model: Model, id: string): Model {
  return withVariables(
    model,
    [...model.variables.values()].filter((variable) => variable.id !== id),
  )
}

/** Variables by key, sorted by key. */
export function variablesByKey(variables: Iterable<Variable>): ReadonlyMap<string, Variable> {
  const ordered = [...variables].toSorted((a, b) => (a.key < b.key ? -1 : 1))
  return new Map(ordered.map((variable) => [variable.key, variable]))
}

function withVariables(model: Model, variables: readonly Variable[]): Model {
  const { entities, dropped, ...rest } = model
  return modelOf({
    ...rest,
    entities: entities.values(),
    dropped: dropped.values(),
    variables: variablesByKey(variables),
  })
}
