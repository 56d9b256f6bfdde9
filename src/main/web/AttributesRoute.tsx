import { AttributesPage } from '#entities/web/AttributesPage.tsx'
import { relatableViews } from '#views/relatedView.ts'

/** The attributes of a table; views stand above them, so what may be chosen of views is handed in here. */
export function AttributesRoute() {
  return <AttributesPage viewsFor={relatableViews} />
}
