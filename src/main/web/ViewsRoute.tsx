import type { ComponentProps } from 'react'
import { ViewPacing } from '#records/web/list/ViewSpeedNote.tsx'
import { ViewsPage } from '#views/web/ViewsPage.tsx'

/** The views of a table; records stand above them, so how quickly these are found is handed in here. */
export function ViewsRoute() {
  return <ViewsPage withPaces={withPaces} />
}

const withPaces: ComponentProps<typeof ViewsPage>['withPaces'] = (place, show) => (
  <ViewPacing place={place}>{show}</ViewPacing>
)
