import type { ComponentType } from 'react'
import { later, type KindSettingsProps } from '#records/web/kinds/viewKinds.ts'
import type { ViewKind } from '#views/view.ts'

/** What the view's editor asks of a kind. */
export const viewKindSettings: Record<Exclude<ViewKind, 'grid'>, ComponentType<KindSettingsProps>> = {
  board: later(async () => (await import('#records/web/kinds/board/BoardSettings.tsx')).BoardSettings),
  calendar: later(async () => (await import('#records/web/kinds/calendar/CalendarSettings.tsx')).CalendarSettings),
  gallery: later(async () => (await import('#records/web/kinds/CardSettings.tsx')).CardSettings),
  list: later(async () => (await import('#records/web/kinds/CardSettings.tsx')).CardSettings),
  pivot: later(async () => (await import('#records/web/kinds/pivot/PivotSettings.tsx')).PivotSettings),
}
