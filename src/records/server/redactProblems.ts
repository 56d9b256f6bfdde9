import { columnOf } from '#attributes/attribute.ts'
import { validateRecord, type RecordMode } from '#attributes/record.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import type { Member } from '#environments/environment.ts'
import { fault, refuseIf, type Problem } from '#faults/fault.ts'
import { closedFields } from '#security/fields.ts'

type Writer = { readonly member: Pick<Member, 'administrator' | 'heldRights'> }

/** The attributes that are hidden from a member, by field rules or by what they are computed from; most members have none. */
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
 * Refuses values of attributes that are hidden from their writer, with everything else that is wrong with the body, in the
 * very words that names would get which nothing has. `filled` is what defaults have added to the body.
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

/** Refuses with those problems that the writer may hear of: what is wrong with a hidden attribute is told without its name. */
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

/** The problems without those of hidden attributes, and without the names of such. */
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
