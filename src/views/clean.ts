import { isSame } from '#views/same.ts'
import { conditionsIn, type FieldId, type View, type ViewContent, type ViewFilter, type ViewNode } from '#views/view.ts'
import { contentNames, fieldsNamed } from '#views/view.ts'

/** A view without attributes that are gone: each place that named one is empty, or is left out. */
export function withoutFields(view: View, gone: ReadonlySet<FieldId>): View {
  if ([...fieldsNamed(view)].every((id) => !gone.has(id))) return view
  const has = (each: { readonly attribute: FieldId | null }) => each.attribute === null || !gone.has(each.attribute)
  const kept = (id: FieldId | null) => (id !== null && gone.has(id) ? null : id)
  const { board, calendar, pivot } = view
  const cleaned: View = {
    ...view,
    columns: view.columns.filter(has),
    sort: view.sort.filter(has),
    filter: filterWithout(view.filter, gone),
    group: view.group && has(view.group) ? view.group : null,
    colours: view.colours.flatMap((rule) => {
      const filter = filterWithout(rule.filter, gone)
      // A rule that lost what it looked for would colour every record.
      return conditionsIn(filter).length < conditionsIn(rule.filter).length ? [] : [rule]
    }),
    card: {
      title: kept(view.card.title),
      image: kept(view.card.image),
      fields: view.card.fields.filter((id) => !gone.has(id)),
    },
    board: board && has(board) ? board : null,
    calendar: calendar && kept(calendar.start) ? { start: calendar.start, end: kept(calendar.end) } : null,
    pivot: pivot && kept(pivot.rows) && has(pivot.measure) ? { ...pivot, columns: kept(pivot.columns) } : null,
    footer: view.footer.filter(has),
  }
  const canShow = view.kind === 'grid' || view.kind === 'gallery' || cleaned[view.kind] !== null
  return canShow ? cleaned : { ...cleaned, kind: 'grid' }
}

/** The parts of a view's content that differ, as each of two views has them. */
export function contentDifference(
  before: View,
  after: View,
): { back: Partial<ViewContent>; now: Partial<ViewContent> } {
  const names = contentNames.filter((name) => !isSame(before[name], after[name]))
  const pick = (view: View) => Object.fromEntries(names.map((name) => [name, view[name]])) as Partial<ViewContent>
  return { back: pick(before), now: pick(after) }
}

function filterWithout(filter: ViewFilter, gone: ReadonlySet<FieldId>): ViewFilter {
  const node = (each: ViewNode): ViewNode[] => {
    if (each.kind === 'condition') return gone.has(each.attribute) ? [] : [each]
    const of = each.of.flatMap(node)
    return of.length === 0 && each.of.length > 0 ? [] : [{ kind: each.kind, of }]
  }
  return { kind: filter.kind, of: filter.of.flatMap(node) }
}
