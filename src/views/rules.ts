import type { Field } from '#attributes/attribute.ts'
import type { Problem } from '#faults/fault.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { fitsCondition, functionsFor, isGroupable } from '#views/capability.ts'
import type { NameField } from '#views/kinds/kind.ts'
import { allKindRules, viewKindRules } from '#views/kinds/kinds.ts'
import { isSortable } from '#views/listing.ts'
import { viewsOf } from '#views/model.ts'
import {
  conditionsIn,
  mostOwnViews,
  mostViews,
  type FieldId,
  type View,
  type ViewContent,
  type ViewFilter,
} from '#views/view.ts'
import type { ViewPatch } from '#views/viewSchema.ts'

/** Problems of a view with its entity; targets are the view's properties. */
export function contentProblems(view: ViewContent, entity: EntityDefinition): Problem[] {
  const fields = new Map(entity.fields.map((field) => [field.id, field]))
  const named = (id: FieldId | null, target: string, fits: (field: Field) => boolean = () => true): Problem[] => {
    const field = id === null ? undefined : fields.get(id)
    if (id === null) return []
    if (!field) return [{ code: 'validation.unknown', target, parameters: { name: id } }]
    return fits(field) ? [] : [{ code: 'view.fieldUnfit', target, parameters: { name: field.name } }]
  }
  const { columns, sort, filter, group, colours, footer } = view
  return [
    ...unique(
      columns.map(({ attribute }) => attribute),
      'columns',
    ),
    ...unique(
      sort.map(({ attribute }) => attribute),
      'sort',
    ),
    ...columns.flatMap(({ attribute }, at) => named(attribute, `columns.${at}`)),
    ...sort.flatMap(({ attribute }, at) => named(attribute, `sort.${at}`, isSortable)),
    ...filterProblems(filter, fields, 'filter'),
    ...named(group?.attribute ?? null, 'group', isGroupable),
    ...colours.flatMap((rule, at) => filterProblems(rule.filter, fields, `colours.${at}`)),
    ...kindRuleProblems(view, named, fields),
    ...footer.flatMap(({ attribute, function: name }, at) =>
      named(attribute, `footer.${at}`, (field) => functionsFor(field).includes(name)),
    ),
    ...kindProblems(view),
  ]
}

/** Problems of a change to a view, limited to the changed properties: the others may refer to former definitions. */
export function patchProblems(view: View, patch: ViewPatch, entity: EntityDefinition): Problem[] {
  const said = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
  const next: View = { ...view, ...said }
  const isSaid = ({ target = '' }: Problem) => {
    const name = target.split('.')[0] ?? ''
    return name in said || ('kind' in said && name === next.kind)
  }
  return [
    ...contentProblems(next, entity).filter(isSaid),
    ...(view.default && said['default'] === false ? [{ code: 'view.defaultNeeded', target: 'default' } as const] : []),
    ...(next.personal && said['default'] === true
      ? [{ code: 'view.defaultPersonal', target: 'default' } as const]
      : []),
  ]
}

/** Whether another view is allowed: a personal one of an owner or, with null, a shared one. */
export function limitProblems(model: Model, entityId: string, ownerId: string | null): Problem[] {
  const max = ownerId === null ? mostViews : mostOwnViews
  const alike = viewsOf(model, entityId).filter(({ personal, owner_id }) =>
    ownerId === null ? !personal : personal && owner_id === ownerId,
  )
  return alike.length >= max ? [{ code: 'view.limit', parameters: { max, own: ownerId === null ? 'no' : 'yes' } }] : []
}

/** Problems of a part, with targets relative to the whole. */
export function problemsWithin(part: string, problems: readonly Problem[]): Problem[] {
  return problems.map((problem) => ({
    ...problem,
    target: problem.target === undefined ? part : `${part}.${problem.target}`,
  }))
}

/** Problems of all kinds' parts; shared rules such as the card's run once. */
function kindRuleProblems(view: ViewContent, named: NameField, fields: ReadonlyMap<FieldId, Field>): Problem[] {
  const checks = new Set(allKindRules.map(({ problems }) => problems))
  return [...checks].flatMap((check) => check(view, named, fields))
}

/** Missing required part of the view's kind. */
function kindProblems(view: ViewContent): Problem[] {
  const { part } = viewKindRules[view.kind]
  return part !== null && view[part] === null ? [{ code: 'validation.required', target: part }] : []
}

function filterProblems(filter: ViewFilter, fields: ReadonlyMap<FieldId, Field>, target: string): Problem[] {
  return conditionsIn(filter).flatMap(({ attribute, operator, values }): Problem[] => {
    const field = fields.get(attribute)
    if (!field) return [{ code: 'validation.unknown', target, parameters: { name: attribute } }]
    const fits = fitsCondition(field, operator, values)
    return fits ? [] : [{ code: 'view.fieldUnfit', target, parameters: { name: field.name } }]
  })
}

function unique(ids: readonly FieldId[], target: string): Problem[] {
  return new Set(ids).size === ids.length ? [] : [{ code: 'validation.taken', target }]
}
