import type { ComponentProps } from 'react'
import { AttributesPage } from '#entities/web/AttributesPage.tsx'
import { AttributeUsing } from '#security/web/roles/AttributeUsing.tsx'
import { relatableViews } from '#views/relatedView.ts'

/** The attributes of a table; views and rights stand above them, so what is known of these is handed in here. */
export function AttributesRoute() {
  return <AttributesPage viewsFor={relatableViews} withUses={withUses} />
}

const withUses: ComponentProps<typeof AttributesPage>['withUses'] = (place, show) => (
  <AttributeUsing place={place}>{show}</AttributeUsing>
)
