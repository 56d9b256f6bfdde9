import { lazy, type ComponentType, type LazyExoticComponent, type ReactNode } from 'react'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Field } from '#attributes/attribute.ts'
import type { FindLinked } from '#attributes/web/control.ts'
import { loadLater } from '#language/web/language.tsx'
import { isDay, isLane, isMoment, isPivotable } from '#views/fits.ts'
import type { PlainListing } from '#views/listing.ts'
import type { ViewContent, ViewKind } from '#views/view.ts'
import type { Table } from '#records/web/records.client.ts'
import type { Records } from '#records/web/useRecordWindow.ts'
import type { RecordRow } from '#records/wire.ts'

/** What a kind of view is given to show its records. */
export type ViewKindProps = {
  /** The environment and the entity. */
  readonly table: Table
  /** What the view says, with what was changed on the page and is not saved yet. */
  readonly view: ViewContent
  /** What is listed: filter (worked out for the reader), sort, columns, search, group. */
  readonly listing: PlainListing
  /** The same as a query string of which records, percent-encoded, in no order: `$filter=...&$search=...`. */
  readonly selection: string
  /** The records one after the other, as the grid has them; kinds that ask otherwise leave it alone. */
  readonly records: Records
  readonly findLinked: FindLinked
  readonly onOpen: (row: RecordRow) => void
  readonly openId: string | undefined
  /** Says something else of the view: kept in the address or the editor until it is saved. */
  readonly onView: (change: Partial<ViewContent>) => void
  /** Records were changed elsewhere than in `records`. */
  readonly onChanged: () => void
  /** What stands where nothing is: no records yet, nothing found, or not loaded. */
  readonly parts: { readonly empty?: ReactNode; readonly error?: ReactNode }
}

/** What a kind needs to be told in the view's editor: its own part of the content. */
export type KindSettingsProps = {
  readonly entity: EntityDefinition
  readonly content: ViewContent
  readonly onChange: (change: Partial<ViewContent>) => void
  /** Refusals by the target that the server names, such as `board` or `calendar.start`. */
  readonly problemAt: (target: string) => string | undefined
}

export type ViewKindParts = {
  readonly Records: LazyExoticComponent<ComponentType<ViewKindProps>>
  readonly Settings: LazyExoticComponent<ComponentType<KindSettingsProps>>
  /** What a view of this kind says when it is chosen; undefined where the entity has nothing to show so. */
  readonly begin: (entity: EntityDefinition) => Partial<ViewContent> | undefined
}

/** The kinds that can be shown beside the grid, which the records page always has. A new one is one entry. */
export const viewKindParts: Partial<Record<Exclude<ViewKind, 'grid'>, ViewKindParts>> = {
  board: {
    Records: lazy(async () => {
      const [{ Board }] = await Promise.all([import('#records/web/kinds/board/Board.tsx'), loadLater(['aside'])])
      return { default: Board }
    }),
    Settings: lazy(async () => {
      const [{ BoardSettings }] = await Promise.all([
        import('#records/web/kinds/board/BoardSettings.tsx'),
        loadLater(['aside']),
      ])
      return { default: BoardSettings }
    }),
    begin: ({ attributes, fields }) => {
      // The maker's own choices say more than the status that every record has.
      const field = attributes.find(isLane) ?? fields.find(isLane)
      return field && { board: { attribute: field.id, lanes: [] } }
    },
  },
  calendar: {
    Records: lazy(async () => {
      const [{ Calendar }] = await Promise.all([
        import('#records/web/kinds/calendar/Calendar.tsx'),
        loadLater(['aside']),
      ])
      return { default: Calendar }
    }),
    Settings: lazy(async () => {
      const [{ CalendarSettings }] = await Promise.all([
        import('#records/web/kinds/calendar/CalendarSettings.tsx'),
        loadLater(['aside']),
      ])
      return { default: CalendarSettings }
    }),
    begin: ({ attributes, fields }) => {
      const field = attributes.find(isDay) ?? fields.find(isDay)
      return field && { calendar: { start: field.id, end: null } }
    },
  },
  gallery: {
    Records: lazy(async () => {
      const [{ Gallery }] = await Promise.all([import('#records/web/kinds/gallery/Gallery.tsx'), loadLater(['aside'])])
      return { default: Gallery }
    }),
    Settings: lazy(async () => {
      const [{ CardSettings }] = await Promise.all([
        import('#records/web/kinds/CardSettings.tsx'),
        loadLater(['aside']),
      ])
      return { default: CardSettings }
    }),
    // Every record has a name to be a card by.
    begin: () => ({}),
  },
  pivot: {
    Records: lazy(async () => {
      const [{ Pivot }] = await Promise.all([import('#records/web/kinds/pivot/Pivot.tsx'), loadLater(['aside'])])
      return { default: Pivot }
    }),
    Settings: lazy(async () => {
      const [{ PivotSettings }] = await Promise.all([
        import('#records/web/kinds/pivot/PivotSettings.tsx'),
        loadLater(['aside']),
      ])
      return { default: PivotSettings }
    }),
    begin: ({ attributes, fields }) => {
      const field = attributes.find(isLane) ?? attributes.find(isPivotable) ?? fields.find(isPivotable)
      return field && { pivot: countedBy(field) }
    },
  },
}

/** The kinds that an entity's records can be shown as: only those whose component exists, and that have what they need. */
export function offeredKinds(entity: EntityDefinition): readonly ViewKind[] {
  const others = Object.entries(viewKindParts) as [Exclude<ViewKind, 'grid'>, ViewKindParts][]
  return ['grid', ...others.flatMap(([kind, { begin }]) => (begin(entity) ? [kind] : []))]
}

function countedBy(field: Field): NonNullable<ViewContent['pivot']> {
  const measure = { function: 'count', attribute: null } as const
  const rowsby = isMoment(field) ? 'month' : null
  return { rows: field.id, rowsby, columns: null, columnsby: null, measure, chart: 'bar' }
}
