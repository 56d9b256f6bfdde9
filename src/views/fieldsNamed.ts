import { allKindRules } from '#views/kinds/kinds.ts'
import { conditionsIn, type FieldId, type ViewContent } from '#views/view.ts'

/** All fields of the entity that a view refers to. */
export function fieldsNamed(view: ViewContent): ReadonlySet<FieldId> {
  const { columns, sort, filter, group, colours, footer } = view
  const named = [
    ...columns.map(({ attribute }) => attribute),
    ...sort.map(({ attribute }) => attribute),
    ...conditionsIn(filter).map(({ attribute }) => attribute),
    group?.attribute,
    ...colours.flatMap((rule) => conditionsIn(rule.filter).map(({ attribute }) => attribute)),
    ...allKindRules.flatMap((kind) => kind.fields(view)),
    ...footer.map(({ attribute }) => attribute),
  ]
  return new Set(named.filter((id) => id !== null && id !== undefined))
}
