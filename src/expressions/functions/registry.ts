import { choiceFunctions } from '#expressions/functions/choice.ts'
import { comparisons } from '#expressions/functions/comparisons.ts'
import { dateFunctions } from '#expressions/functions/date.ts'
import { extremes } from '#expressions/functions/extremes.ts'
import type { ExpressionFunction, FunctionFamily } from '#expressions/functions/function.ts'
import { listFunctions } from '#expressions/functions/list.ts'
import { logicFunctions } from '#expressions/functions/logic.ts'
import { momentFunctions } from '#expressions/functions/moment.ts'
import { numberFunctions } from '#expressions/functions/number.ts'
import { operators } from '#expressions/functions/operators.ts'
import { textFunctions } from '#expressions/functions/text.ts'
import { userFunctions } from '#expressions/functions/user.ts'

/** Every operator and function of the language, by family; nothing else can be called. */
export const registry: Readonly<Record<FunctionFamily, readonly ExpressionFunction[]>> = {
  operator: [...operators, ...comparisons],
  logic: logicFunctions,
  text: textFunctions,
  number: [...numberFunctions, ...extremes],
  date: dateFunctions,
  moment: momentFunctions,
  list: listFunctions,
  choice: choiceFunctions,
  user: userFunctions,
}

const named = Map.groupBy(Object.values(registry).flat(), ({ name }) => name)

/** Names of what is called by name. */
export const functionNames: readonly string[] = [...named.keys()].filter((name) => /^[A-Z]+$/.test(name))

/** Those of one name, which differ in their parameters. */
export function functionsNamed(name: string): readonly ExpressionFunction[] {
  return named.get(name) ?? []
}
