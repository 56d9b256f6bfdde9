import type { Field } from '#attributes/attribute.ts'
import type { Problem } from '#faults/fault.ts'
import { functionsFor, isLane, isMomentField, isPivotable } from '#views/capability.ts'
import type { ViewKindRules } from '#views/kinds/kind.ts'
import type { FieldId, ViewContent } from '#views/view.ts'

export const pivot = {
  name: 'pivot',
  part: 'pivot',
  sections: [],
  begin: ({ attributes, fields }) => {
    const field = attributes.find(isLane) ?? attributes.find(isPivotable) ?? fields.find(isPivotable)
    return field && { pivot: countedBy(field) }
  },
  fields: (view) => [view.pivot?.rows, view.pivot?.columns, view.pivot?.measure.attribute],
  problems: (view, named, fields) => [
    ...named(view.pivot?.rows ?? null, 'pivot.rows', isPivotable),
    ...named(view.pivot?.columns ?? null, 'pivot.columns', isPivotable),
    ...(view.pivot ? measureProblems(view.pivot.measure, fields) : []),
  ],
  clean: ({ pivot: own }, { may, kept }) => {
    if (!own) return { pivot: null }
    const { attribute, function: name } = own.measure
    const isMeasured = attribute === null || may(attribute, (field) => functionsFor(field).includes(name))
    const stays = may(own.rows, isPivotable) && isMeasured
    return { pivot: stays ? { ...own, columns: kept(own.columns, isPivotable) } : null }
  },
} as const satisfies ViewKindRules

function countedBy(field: Field): NonNullable<ViewContent['pivot']> {
  const measure = { function: 'count', attribute: null } as const
  const rowsby = isMomentField(field) ? 'month' : null
  return { rows: field.id, rowsby, columns: null, columnsby: null, measure, chart: 'bar' }
}

function measureProblems(
  { function: name, attribute }: NonNullable<ViewContent['pivot']>['measure'],
  fields: ReadonlyMap<FieldId, Field>,
): Problem[] {
  if (attribute === null) return name === 'count' ? [] : [{ code: 'validation.required', target: 'pivot.measure' }]
  const field = fields.get(attribute)
  if (!field) return [{ code: 'validation.unknown', target: 'pivot.measure', parameters: { name: attribute } }]
  const fits = functionsFor(field).includes(name)
  return fits ? [] : [{ code: 'view.fieldUnfit', target: 'pivot.measure', parameters: { name: field.name } }]
}
