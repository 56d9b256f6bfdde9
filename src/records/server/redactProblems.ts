import { columnOf } from '#attributes/attribute.ts'
import { validateRecord, type RecordMode } from '#attributes/record.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import type { Member } from '#environments/environment.ts'
import { fault, refuseIf, type Problem } from '#faults/fault.ts'
import { closedFields } from '#security/fields.ts'

type Writer = { readonly member: Pick<Member, 'administrator' | 'heldRights'> }

/**
 * The attributes that are hidden from a member, by field rules or by the sources of their formulas. Most members have
 * none.
 */
export function hiddenFields(
  { member }: Writer,
  entity: EntityDefinition,
  model: Model,
): EntityDefinition['attributes'] {
  const { unread } = closedFields(member, entity, model)
  return unread.size === 0 ? none : entity.attributes.filter(({ id }) => unread.has(id))
}

const none: EntityDefinition['attributes'] = []

/**
 * Refuses values of attributes that are hidden from the writer, together with all other problems of the body, in the
 * same words as for unknown names. `filled` is the body completed by defaults.
 */
export function refuseHidden(
  writer: Writer,
  entity: EntityDefinition,
  model: Model,
  body: object,
  { mode, filled = body }: { readonly mode: RecordMode; readonly filled?: object },
): void {
  const hidden = hiddenFields(writer, entity, model)
  if (!hidden.some((attribute) => columnOf(attribute) in body)) return
  const columns = new Set(hidden.map(columnOf))
  const shown = entity.fields.filter((field) => !columns.has(columnOf(field)))
  const given = Object.entries(filled).filter(([column]) => column in body || !columns.has(column))
  const check = validateRecord({ fields: shown }, Object.fromEntries(given), mode)
  if ('problems' in check) refuseIf(check.problems)
}

/**
 * Refuses with the problems that the writer may know: problems of hidden attributes become one `request.forbidden`
 * without a name.
 */
export function refuseRedacted(
  writer: Writer,
  entity: EntityDefinition,
  model: Model,
  problems: readonly Problem[],
): void {
  if (problems.length === 0) return
  refuseIf(redactProblems(writer, entity, model, problems))
  throw fault('request.forbidden')
}

/** The problems without those of hidden attributes, and without the names of hidden attributes in other problems. */
export function redactProblems(
  writer: Writer,
  entity: EntityDefinition,
  model: Model,
  problems: readonly Problem[],
): readonly Problem[] {
  const hidden = hiddenFields(writer, entity, model)
  if (hidden.length === 0) return problems
  const columns = new Set(hidden.map(columnOf))
  const names = new Set(hidden.map(({ name }) => name))
  return problems
    .filter(({ target }) => !columns.has(target ?? ''))
    .map((problem) =>
      problem.code === 'validation.sameAs' && names.has(String(problem.parameters?.['name']))
        ? { ...problem, code: 'validation.condition', parameters: {} }
        : problem,
    )
}
