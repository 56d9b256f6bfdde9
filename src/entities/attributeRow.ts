import type { AttributeDraft } from '#attributes/attribute.ts'
import type { AttributeTypeName } from '#attributes/types.ts'
import { reservedAttributeUris } from '#entities/system.ts'
import { proposeUri } from '#text/uri.ts'

/** An attribute of a new entity while being typed. */
export type AttributeRow = {
  readonly key: string
  readonly name: string
  /** As typed; ignored without `hasOwnUri`, when the uri is derived from the name. */
  readonly uri: string
  readonly hasOwnUri: boolean
  readonly type: AttributeTypeName
  readonly required: boolean
  /** The choices of a select, separated by commas. */
  readonly options: string
  readonly related_entity: string
}

export function newRow(key: string): AttributeRow {
  return { key, name: '', uri: '', hasOwnUri: false, type: 'text', required: false, options: '', related_entity: '' }
}

/** The uris of the rows, in order: typed uris unchanged, others derived from names and made unique. */
export function urisOf(rows: readonly AttributeRow[]): string[] {
  const taken = new Set(rows.filter(({ hasOwnUri }) => hasOwnUri).map(({ uri }) => uri))
  return rows.map((row) => {
    if (row.hasOwnUri) return row.uri
    const uri = proposeUri(row.name, (candidate) => reservedAttributeUris.has(candidate) || taken.has(candidate))
    taken.add(uri)
    return uri
  })
}

/** The attributes that the rows describe, in order. */
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

/** The choices in a line such as `Open, Won, Lost`; duplicates are merged. */
export function optionsOf(line: string): NonNullable<AttributeDraft['options']> {
  const labels = line.split(/[,;\n]/).map((label) => label.trim().slice(0, 100))
  const unique = new Map(labels.filter(Boolean).map((label) => [label.toLowerCase(), label]))
  return [...unique.values()].map((label) => ({ value: label, label, color: null, active: true }))
}
