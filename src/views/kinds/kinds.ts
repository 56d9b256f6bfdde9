import type { EntityDefinition } from '#entities/entity.ts'
import { board } from '#views/kinds/board.ts'
import { calendar } from '#views/kinds/calendar.ts'
import { gallery } from '#views/kinds/gallery.ts'
import { grid } from '#views/kinds/grid.ts'
import type { ViewKindRules } from '#views/kinds/kind.ts'
import { list } from '#views/kinds/list.ts'
import { pivot } from '#views/kinds/pivot.ts'
import { viewKinds, type ViewKind } from '#views/view.ts'

/** Every kind of view by its name. A new kind is one file and one entry here, with its face: see CONTRIBUTING.md. */
export const viewKindRules: Readonly<Record<ViewKind, ViewKindRules>> = { grid, board, calendar, gallery, pivot, list }

/** The rules of all kinds: a view keeps the parts of other kinds, such as the lanes of a board. */
export const allKindRules: readonly ViewKindRules[] = viewKinds.map((kind) => viewKindRules[kind])

/** The kinds that an entity supports. */
export function offeredKinds(entity: EntityDefinition): readonly ViewKind[] {
  return viewKinds.filter((kind) => viewKindRules[kind].begin(entity) !== undefined)
}
