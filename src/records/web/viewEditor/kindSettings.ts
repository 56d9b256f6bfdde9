import type { ComponentType } from 'react'
import { withTexts } from '#language/web/language.tsx'
import { later, type KindSettingsProps } from '#records/web/kinds/viewKinds.ts'
import type { ViewKind } from '#views/view.ts'

/** What the view's editor asks of a kind. */
export const viewKindSettings: Record<Exclude<ViewKind, 'grid'>, ComponentType<KindSettingsProps>> = {
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
  list: later(
    async () => (await withTexts(import('#records/web/kinds/CardSettings.tsx'), ['records/kinds'])).CardSettings,
  ),
  pivot: later(
    async () =>
      (await withTexts(import('#records/web/kinds/pivot/PivotSettings.tsx'), ['records/kinds', 'views'])).PivotSettings,
  ),
}
