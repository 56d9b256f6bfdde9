import { fieldReaders } from '#attributes/record.ts'
import { isRefusal, type WireValue } from '#attributes/type.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { TextKey, Translate } from '#language/translate.ts'

/** Why a value does not hold in a column, in the reader's words; undefined when it does. */
export function refusalOf(
  entity: Pick<EntityDefinition, 'fields'>,
  column: string,
  value: WireValue,
  t: Translate,
): string | undefined {
  const reader = fieldReaders(entity).get(column)
  const read = reader?.read(value)
  if (!reader || read === undefined || !isRefusal(read)) return undefined
  const problem = reader.problem(read, value)
  return problem.message ?? t(`fault.${problem.code}` as TextKey, problem.parameters)
}
