import { listMetadata } from '#attributes/listMetadata.ts'
import { columnOf, isLink, isReadable, fieldLabel, type Field } from '#attributes/attribute.ts'
import { fault } from '#faults/fault.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { TextKey } from '#language/translate.ts'
import type { ExportOptions } from '#records/exchange/export/exportOptions.ts'

/** One column of an exported file. */
export type ExportColumn = {
  readonly field: Field
  /** The property that it is read from. */
  readonly property: string
  /** What of a link it holds: the id or the name of the record that is pointed to. */
  readonly of: 'value' | 'name'
  /** How it is headed. */
  readonly title: string
  /** How it is called in JSON. */
  readonly key: string
}

/** Whether the values of a field can be written to a file: what people may read, so no passwords, and what is computed. */
export function isExportable(field: Field): boolean {
  return isReadable(field) || listMetadata[field.type].holds === 'computed'
}

/**
 * The columns of a file: those that are asked for, in their order, or all of them. A link makes one column or two. Titles
 * that occur twice are told apart by a number. `isRead` tells what the service reads of the entity. Refuses a column that is not known, `query.unknownName`.
 */
export function exportColumns(
  entity: Pick<EntityDefinition, 'fields'>,
  { columns, links, header }: Pick<ExportOptions, 'columns' | 'links' | 'header'>,
  translate: (key: TextKey) => string,
  isRead: (column: string) => boolean,
): readonly ExportColumn[] {
  const fields = entity.fields.filter((field) => isExportable(field) && isRead(columnOf(field)))
  const byName = new Map(fields.flatMap((field) => [[field.uri, field] as const, [columnOf(field), field] as const]))
  const wanted = columns?.map((name) => {
    const field = byName.get(name)
    if (!field) throw fault('query.unknownName', { name, hint: 'none' }, 'columns')
    return field
  })
  const shown = [...new Set(wanted ?? fields)].flatMap((field) => columnsOf(field, links))
  const seen = new Map<string, number>()
  return shown.map(({ field, of }): ExportColumn => {
    const property = columnOf(field)
    const key = of === 'name' ? field.uri : property
    const title = header === 'uri' ? key : titleOf({ field, of, links }, translate)
    const times = (seen.get(title) ?? 0) + 1
    seen.set(title, times)
    return { field, property, of, key, title: times === 1 ? title : `${title} ${times}` }
  })
}

type Shown = { readonly field: Field; readonly of: 'value' | 'name' }

function columnsOf(field: Field, links: ExportOptions['links']): readonly Shown[] {
  if (!isLink(field)) return [{ field, of: 'value' }]
  if (links === 'both')
    return [
      { field, of: 'value' },
      { field, of: 'name' },
    ]
  return [{ field, of: links === 'id' ? 'value' : 'name' }]
}

/** The id of a link is told from its name by what stands behind. */
function titleOf(
  { field, of, links }: Shown & { readonly links: ExportOptions['links'] },
  translate: (key: TextKey) => string,
): string {
  const label = fieldLabel(field, translate)
  return isLink(field) && of === 'value' && links === 'both' ? `${label} (id)` : label
}
