import type { EdmType } from '#odata/model.ts'
import type { Pattern } from '#odata/bind/bound.ts'
import { caseFunctions } from '#odata/functions/case.ts'
import { textFunctions } from '#odata/functions/text.ts'

/** A function of the standard. In SQL and in `evaluate` a null argument gives null, which the engine sees to. */
export type ODataFunction = {
  readonly name: string
  readonly parameters: readonly EdmType[]
  readonly result: EdmType
  /** The SQL of a call whose arguments are this SQL. */
  readonly sql: (...parameters: readonly string[]) => string
  /** Where the last argument is a literal, `like` with this pattern says the same and may use an index. */
  readonly pattern?: Pattern
  readonly evaluate: (...parameters: readonly string[]) => string | boolean
}

/** Every function that a query may call, by its name in lower case. */
export const functions: ReadonlyMap<string, ODataFunction> = new Map(
  [...textFunctions, ...caseFunctions].map((each) => [each.name, each]),
)
