import type { ComponentType } from 'react'
import type { Field } from '#attributes/attribute.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { withTexts } from '#language/web/language.tsx'
import { later, type KindSettingsProps } from '#records/web/kinds/viewKinds.ts'
import { isDay, isLane, isMoment, isPivotable } from '#views/capability.ts'
import type { ViewContent, ViewKind } from '#views/view.ts'

type OtherKind = Exclude<ViewKind, 'grid'>

/** What the view's editor asks of a kind. */
export const viewKindSettings: Record<OtherKind, ComponentType<KindSettingsProps>> = {
  board: later(
    async () =>
      (await withTexts(import('#records/web/kinds/board/BoardSettings.tsx'), ['records/kinds', 'views'])).BoardSettings,
  ),
  calendar: later(
    async () =>
      (await withTexts(import('#records/web/kinds/calendar/CalendarSettings.tsx'), ['records/kinds', 'views']))
        .CalendarSettings,
  ),
  gallery: later(
    async () => (await withTexts(import('#records/web/kinds/CardSettings.tsx'), ['records/kinds'])).CardSettings,
  ),
  pivot: later(
    async () =>
      (await withTexts(import('#records/web/kinds/pivot/PivotSettings.tsx'), ['records/kinds', 'views'])).PivotSettings,
  ),
}

const beginnings: Record<OtherKind, (entity: EntityDefinition) => Partial<ViewContent> | undefined> = {
  board: ({ attributes, fields }) => {
    // The maker's own choices say more than the status that every record has.
    const field = attributes.find(isLane) ?? fields.find(isLane)
    return field && { board: { attribute: field.id, lanes: [] } }
  },
  calendar: ({ attributes, fields }) => {
    const field = attributes.find(isDay) ?? fields.find(isDay)
    return field && { calendar: { start: field.id, end: null } }
  },
  // Every record has a name to be a card by.
  gallery: () => ({}),
  pivot: ({ attributes, fields }) => {
    const field = attributes.find(isLane) ?? attributes.find(isPivotable) ?? fields.find(isPivotable)
    return field && { pivot: countedBy(field) }
  },
}

/** What a view of a kind says when it is chosen; undefined where the entity has nothing to show so. */
export function beginningOf(kind: ViewKind, entity: EntityDefinition): Partial<ViewContent> | undefined {
  return kind === 'grid' ? {} : beginnings[kind](entity)
}

/** The kinds that an entity's records can be shown as: those that have what they need. */
export function offeredKinds(entity: EntityDefinition): readonly ViewKind[] {
  const others = Object.keys(beginnings) as OtherKind[]
  return ['grid', ...others.filter((kind) => beginningOf(kind, entity) !== undefined)]
}

function countedBy(field: Field): NonNullable<ViewContent['pivot']> {
  const measure = { function: 'count', attribute: null } as const
  const rowsby = isMoment(field) ? 'month' : null
  return { rows: field.id, rowsby, columns: null, columnsby: null, measure, chart: 'bar' }
}
