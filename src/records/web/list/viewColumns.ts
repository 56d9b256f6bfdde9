import { columnOf } from '#attributes/attribute.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { colouringFields, type ViewContent } from '#views/view.ts'
import { fieldNamed } from '#views/viewListing.ts'

/** Columns that colour rows: they are asked for whether they are shown or not. */
export function unseenColumns(content: ViewContent, entity: EntityDefinition): readonly string[] {
  return [...colouringFields(content)].flatMap((id) => {
    const field = fieldNamed(entity, id)
    return field ? [columnOf(field)] : []
  })
}

/** The widths that a view gives to columns. */
export function widthsOf({ columns }: ViewContent, entity: EntityDefinition): Record<string, number> {
  const widths = columns.flatMap(({ attribute, width }) => {
    const field = fieldNamed(entity, attribute)
    return field && width !== null ? [[columnOf(field), width] as const] : []
  })
  return Object.fromEntries(widths)
}
