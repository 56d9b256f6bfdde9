import { fieldReaders } from '#attributes/record.ts'
import { isRefusal, type WireValue } from '#attributes/type.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { sayProblem } from '#attributes/web/sayProblem.ts'
import type { Language } from '#language/web/language.tsx'

/** Why a value does not hold in a column, in the reader's words; undefined when it does. */
export function sayCellRefusal(
  entity: Pick<EntityDefinition, 'fields'>,
  column: string,
  value: WireValue,
  language: Language,
): string | undefined {
  const reader = fieldReaders(entity).get(column)
  const read = reader?.read(value)
  if (!reader || read === undefined || !isRefusal(read)) return undefined
  return sayProblem(reader.problem(read, value), language)
}
