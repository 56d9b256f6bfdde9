import type { Attribute } from '#attributes/attribute.ts'
import type { FaultCode } from '#faults/catalogue.ts'

/** One statement of DDL. `refuseRows` makes it a question: any row it finds refuses the change with that code. */
export type TableStatement = { readonly text: string; readonly refuseRows?: FaultCode }

/** Every value is made into one of another type; the column of before waits aside. */
export type ConvertColumn = {
  readonly kind: 'convertColumn'
  readonly table: string
  readonly was: Attribute
  readonly is: Attribute
  /** The id under which the column of before waits. */
  readonly asideId: string
  /** Whether values may be cleared, rounded or truncated. */
  readonly mayLose: boolean
  /** The column aside that comes back, and the attribute that it was the column of. */
  readonly back?: { readonly id: string; readonly former: Attribute } | undefined
}

/** One step of a table's life. Identifiers come from the model; `entityId` and `attributeId` name what outlives a uri. */
export type DdlStep =
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
    }
  | { readonly kind: 'createUnique'; readonly table: string; readonly column: string; readonly attributeId: string }
  | {
      readonly kind: 'createPair'
      readonly table: string
      readonly columns: readonly string[]
      readonly attributeId: string
    }
  | { readonly kind: 'dropUnique'; readonly attributeId: string }
  | ConvertColumn
  | {
      readonly kind: 'addForeignKey'
      readonly table: string
      readonly column: string
      readonly attributeId: string
      readonly target: string
    }
  | { readonly kind: 'dropForeignKey'; readonly table: string; readonly attributeId: string }
  /** Lookups whose records went while they waited aside lead nowhere; `links` without an end go themselves. */
  | {
      readonly kind: 'clearLost'
      readonly table: string
      readonly column: string
      readonly target: string
      readonly links: boolean
    }

/** Where a deleted table or column waits for its undo: a name of ours, found again by the id of what it was. */
export function asideName(id: string): string {
  return `_dropped_${hex(id)}`
}

export function uniqueName(attributeId: string): string {
  return `_unique_${hex(attributeId)}`
}

/** Two records are linked once. */
export function pairName(attributeId: string): string {
  return `_pair_${hex(attributeId)}`
}

export function foreignKeyName(attributeId: string): string {
  return `_link_${hex(attributeId)}`
}

export function indexName(id: string, of: string): string {
  return `_${of}_${hex(id)}`
}

/** The column that is being filled before it takes the place of one that is to wait aside under this id. */
export function fillingName(asideId: string): string {
  return `_filling_${hex(asideId)}`
}

/** The trigger, with its function, that lets every writer fill both columns of an attribute meanwhile. */
export function fillTriggerName(attributeId: string): string {
  return `_fill_${hex(attributeId)}`
}

/** An id as names of columns and indexes hold it. */
export function hex(id: string): string {
  return id.replaceAll('-', '')
}
