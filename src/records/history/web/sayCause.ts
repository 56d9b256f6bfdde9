import { columnOf, fieldLabel } from '#attributes/attribute.ts'
import type { CauseKey } from '#environments/cause.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Problem } from '#faults/fault.ts'
import type { TextKey, Translate } from '#language/translate.ts'

// Keys come with data: @texts records entities platform

/** By what something was written, in the reader's words. */
export function sayCause(t: Translate, { kind }: Pick<CauseKey, 'kind'>): string {
  return t(`records.causes.kind.${kind}`)
}

/** A problem of a record: the field, where it is about one, and what is wrong. */
export function sayCauseProblem(t: Translate, entity: EntityDefinition | undefined, problem: Problem): string {
  const text = problem.message ?? t(`fault.${problem.code}` as TextKey, problem.parameters)
  const field = entity?.fields.find((each) => columnOf(each) === problem.target)
  return field ? `${fieldLabel(field, t)}: ${text}` : text
}
