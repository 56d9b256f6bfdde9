import { lazy, type ComponentType, type ReactNode } from 'react'
import type { EntityDefinition } from '#entities/entity.ts'
import type { FindLinked } from '#attributes/web/control.ts'
import { withTexts } from '#language/web/language.tsx'
import type { PlainListing } from '#views/listing.ts'
import type { ViewContent, ViewKind } from '#views/view.ts'
import type { RecordsTable } from '#records/web/records.client.ts'
import type { Records } from '#records/web/list/useRecordWindow.ts'
import type { RecordRow } from '#records/wire.ts'

/** What a kind of view is given to show its records. */
export type ViewKindProps = {
  /** The environment and the entity. */
  readonly table: RecordsTable
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

/** How a kind beside the grid shows records; the grid is what the records page always has. */
type ViewKindFace = {
  readonly Records: ComponentType<ViewKindProps>
  /** Whether its records are asked for as cards show them; else as the columns of the view say. */
  readonly hasCards: boolean
  /** Whether its records stand in an order that people may choose. */
  readonly isSorted: boolean
}

/** `kindSettings.ts` has what the view's editor asks of each. */
export const viewKindFaces: Readonly<Record<Exclude<ViewKind, 'grid'>, ViewKindFace>> = {
  board: {
    Records: later(
      async () => (await withTexts(import('#records/web/kinds/board/Board.tsx'), ['records', 'records/kinds'])).Board,
    ),
    hasCards: false,
    isSorted: true,
  },
  calendar: {
    Records: later(
      async () =>
        (await withTexts(import('#records/web/kinds/calendar/Calendar.tsx'), ['records', 'records/kinds'])).Calendar,
    ),
    hasCards: false,
    isSorted: true,
  },
  gallery: {
    Records: later(async () => (await withTexts(import('#records/web/kinds/gallery/Gallery.tsx'), [])).Gallery),
    hasCards: true,
    isSorted: true,
  },
  list: {
    Records: later(async () => (await withTexts(import('#records/web/kinds/list/List.tsx'), [])).List),
    hasCards: true,
    isSorted: true,
  },
  pivot: {
    Records: later(
      async () => (await withTexts(import('#records/web/kinds/pivot/Pivot.tsx'), ['records/kinds'])).Pivot,
    ),
    hasCards: false,
    isSorted: false,
  },
}

/** A component that is loaded when it is shown. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load() }))
}
