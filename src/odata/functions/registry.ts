import type { ExpressionType, Pattern } from '#odata/bind/bound.ts'
import { caseFunctions } from '#odata/functions/case.ts'
import { geoFunctions } from '#odata/functions/geo.ts'
import { odataNumberFunctions } from '#odata/functions/number.ts'
import { odataTextFunctions } from '#odata/functions/text.ts'
import { timeFunctions } from '#odata/functions/time.ts'

/** A function of the standard. In SQL and in `evaluate` a null argument gives null, which the engine sees to. */
export type ODataFunction = {
  readonly name: string
  /** Tells functions of one name apart. */
  readonly id?: string
  readonly parameters: readonly ExpressionType[]
  readonly result: ExpressionType
  /** The SQL of a call whose arguments are this SQL; each stands there once, so that nested calls stay short. */
  readonly sql: (...parameters: readonly string[]) => string
  /** Where the last argument is a literal, `like` with this pattern says the same and may use an index. */
  readonly pattern?: Pattern
  readonly evaluate: (...parameters: readonly string[]) => string | boolean
}

const all = [...odataTextFunctions, ...caseFunctions, ...odataNumberFunctions, ...timeFunctions, ...geoFunctions]

/** Every function that a query may call, by its id. */
export const functions: ReadonlyMap<string, ODataFunction> = new Map(all.map((each) => [each.id ?? each.name, each]))

const named = Map.groupBy(all, (each) => each.name)

/** The functions of a name in lower case, which differ in their parameters. */
export function odataFunctionsNamed(name: string): readonly ODataFunction[] {
  return named.get(name) ?? []
}
