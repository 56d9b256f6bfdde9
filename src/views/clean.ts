import { columnOf, type Field } from '#attributes/attribute.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { filterFields, isComplete } from '#views/filter.ts'
import { fitsCondition, functionsFor, isGroupable } from '#views/capability.ts'
import { fieldsNamed } from '#views/fieldsNamed.ts'
import { allKindRules, viewKindRules } from '#views/kinds/kinds.ts'
import { isSortable } from '#views/listing.ts'
import { isSame } from '#views/equality.ts'
import {
  conditionsIn,
  type FieldId,
  type View,
  type ViewCondition,
  type ViewContent,
  type ViewFilter,
  type ViewNode,
} from '#views/view.ts'
import { contentNames } from '#views/view.ts'

/** A view without deleted attributes: each of their places is emptied or omitted. */
export function withoutFields(view: View, gone: ReadonlySet<FieldId>): View {
  return where(view, gone, () => false)
}

/** A view without changed attributes at places where they no longer fit. */
export function withoutUnfit(view: View, entity: EntityDefinition, changed: ReadonlySet<FieldId>): View {
  const fields = new Map(entity.fields.map((field) => [field.id, field]))
  return where(view, changed, (id, fits) => {
    const field = fields.get(id)
    return field !== undefined && fits(field)
  })
}

/** Whether a field may stay at a place with a suitability condition. */
type Stays = (id: FieldId, fits: (field: Field) => boolean) => boolean

/** A view in which the given fields stay only where permitted. */
function where(view: View, some: ReadonlySet<FieldId>, stays: Stays): View {
  if ([...fieldsNamed(view)].every((id) => !some.has(id))) return view
  const may = (id: FieldId, fits: (field: Field) => boolean = () => true) => !some.has(id) || stays(id, fits)
  const kept = (id: FieldId | null, fits?: (field: Field) => boolean) => (id !== null && may(id, fits) ? id : null)
  const filtered = (filter: ViewFilter) =>
    filterWhere(filter, (condition) => may(condition.attribute, (field) => isSayable(condition, field)))
  const { group } = view
  const cleaned: View = {
    ...view,
    columns: view.columns.filter(({ attribute }) => may(attribute)),
    sort: view.sort.filter(({ attribute }) => may(attribute, isSortable)),
    filter: filtered(view.filter),
    group: group && may(group.attribute, isGroupable) ? group : null,
    colours: view.colours.flatMap((rule) => {
      const filter = filtered(rule.filter)
      // A rule without its deleted condition would colour every record.
      return conditionsIn(filter).length < conditionsIn(rule.filter).length ? [] : [rule]
    }),
    ...allKindRules.reduce<Partial<ViewContent>>(
      (parts, kind) => ({ ...parts, ...kind.clean(view, { may, kept }) }),
      {},
    ),
    footer: view.footer.filter((each) => may(each.attribute, (field) => functionsFor(field).includes(each.function))),
  }
  const { part } = viewKindRules[view.kind]
  return part === null || cleaned[part] !== null ? cleaned : { ...cleaned, kind: 'grid' }
}

/** Whether a condition is still valid for its field. */
function isSayable({ operator, values }: ViewCondition, field: Field): boolean {
  return (
    fitsCondition(field, operator, values) &&
    isComplete({ kind: 'condition', column: columnOf(field), operator, values }, filterFields([field]))
  )
}

/** The differing parts of two views' contents, with both values. */
export function contentDifference(
  before: View,
  after: View,
): { back: Partial<ViewContent>; now: Partial<ViewContent> } {
  const names = contentNames.filter((name) => !isSame(before[name], after[name]))
  const pick = (view: View) => Object.fromEntries(names.map((name) => [name, view[name]])) as Partial<ViewContent>
  return { back: pick(before), now: pick(after) }
}

function filterWhere(filter: ViewFilter, stays: (condition: ViewCondition) => boolean): ViewFilter {
  const node = (each: ViewNode): ViewNode[] => {
    if (each.kind === 'condition') return stays(each) ? [each] : []
    const of = each.of.flatMap(node)
    return of.length === 0 && each.of.length > 0 ? [] : [{ kind: each.kind, of }]
  }
  return { kind: filter.kind, of: filter.of.flatMap(node) }
}
