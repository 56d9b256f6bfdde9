import type { AttributeDraft } from '#attributes/attribute.ts'
import type { AttributeTypeName } from '#attributes/types.ts'
import { reservedAttributeUris } from '#entities/system.ts'
import { proposeUri } from '#text/uri.ts'

/** An attribute of a new entity while it is being typed. */
export type AttributeRow = {
  readonly key: string
  readonly name: string
  /** As typed; counts only with `hasOwnUri`, until then the uri follows the name. */
  readonly uri: string
  readonly hasOwnUri: boolean
  readonly type: AttributeTypeName
  readonly required: boolean
  /** The choices of a select, with commas between them. */
  readonly options: string
  readonly related_entity: string
}

export function newRow(key: string): AttributeRow {
  return { key, name: '', uri: '', hasOwnUri: false, type: 'text', required: false, options: '', related_entity: '' }
}

/** The uris that the rows will have, in their order: typed ones as they are, the others made of their names and free. */
export function urisOf(rows: readonly AttributeRow[]): string[] {
  const taken = new Set(rows.filter(({ hasOwnUri }) => hasOwnUri).map(({ uri }) => uri))
  return rows.map((row) => {
    if (row.hasOwnUri) return row.uri
    const uri = proposeUri(row.name, (candidate) => reservedAttributeUris.has(candidate) || taken.has(candidate))
    taken.add(uri)
    return uri
  })
}

/** The attributes that the rows describe, in their order. */
export function draftsOf(rows: readonly AttributeRow[]): AttributeDraft[] {
  const uris = urisOf(rows)
  return rows.map(({ name, type, required, options, related_entity }, index) => ({
    name,
    uri: uris[index] ?? '',
    type,
    required,
    ...(type === 'select' ? { options: optionsOf(options) } : {}),
    ...(type === 'N:1' ? { related_entity: related_entity || null } : {}),
  }))
}

/** Choices out of a line such as `Open, Won, Lost`; what stands there twice is one choice. */
export function optionsOf(line: string): NonNullable<AttributeDraft['options']> {
  const labels = line.split(/[,;\n]/).map((label) => label.trim().slice(0, 100))
  const unique = new Map(labels.filter(Boolean).map((label) => [label.toLowerCase(), label]))
  return [...unique.values()].map((label) => ({ value: label, label, color: null, active: true }))
}
