/** One step of a table's life. Identifiers come from the model; `entityId` and `attributeId` name what outlives a uri. */
export type Step =
  | { readonly kind: 'createTable'; readonly table: string; readonly entityId: string }
  | { readonly kind: 'dropTableAside'; readonly table: string; readonly entityId: string }
  | { readonly kind: 'restoreTable'; readonly table: string; readonly entityId: string }
  | { readonly kind: 'addColumn'; readonly table: string; readonly column: string; readonly type: string }
  | { readonly kind: 'dropColumnAside'; readonly table: string; readonly column: string; readonly attributeId: string }
  | { readonly kind: 'restoreColumn'; readonly table: string; readonly column: string; readonly attributeId: string }
  | {
      readonly kind: 'changeNumeric'
      readonly table: string
      readonly column: string
      readonly type: string
      readonly scale: number
    }
  | { readonly kind: 'createUnique'; readonly table: string; readonly column: string; readonly attributeId: string }
  | { readonly kind: 'dropUnique'; readonly attributeId: string }
  | {
      readonly kind: 'addForeignKey'
      readonly table: string
      readonly column: string
      readonly attributeId: string
      readonly target: string
    }

/** Where a deleted table or column waits for its undo: a name of ours, found again by the id of what it was. */
export function asideName(id: string): string {
  return `_dropped_${hex(id)}`
}

export function uniqueName(attributeId: string): string {
  return `_unique_${hex(attributeId)}`
}

export function foreignKeyName(attributeId: string): string {
  return `_link_${hex(attributeId)}`
}

export function indexName(id: string, of: string): string {
  return `_${of}_${hex(id)}`
}

function hex(id: string): string {
  return id.replaceAll('-', '')
}
