import { storePersonal, readPersonal } from '#platform/web/personalStore.ts'
import type { CellValue } from '#records/cell.ts'

/** What was typed into a cell and not saved yet. */
export type UnsentEdit = CellValue & {
  readonly recordId: string
  readonly column: string
  /** The record's name, to be told by; empty without one. */
  readonly name: string
}

/** What is being typed in the open editor of a table, and what was sent and not answered. */
export type UnsentTable = { readonly typed?: UnsentEdit; readonly sent: readonly UnsentEdit[] }

const none: UnsentTable = { sent: [] }
const nameOf = (entityId: string) => `cells.${entityId}`

/** Whether something was typed into cells of a table in this tab, and the page was left before it was saved. */
export function hasUnsentEdits(entityId: string): boolean {
  return readUnsent(entityId) !== none
}

/** Keeps what is in the open editor; undefined once that is closed. */
export function keepTyped(entityId: string, typed: UnsentEdit | undefined): void {
  const { sent } = readUnsent(entityId)
  storeUnsent(entityId, typed ? { typed, sent } : { sent })
}

export function readUnsent(entityId: string): UnsentTable {
  return readPersonal<UnsentTable>(nameOf(entityId)) ?? none
}

export function storeUnsent(entityId: string, kept: UnsentTable): void {
  storePersonal(nameOf(entityId), kept.typed || kept.sent.length > 0 ? kept : undefined)
}
