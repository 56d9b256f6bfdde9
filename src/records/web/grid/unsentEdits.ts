import { storePersonal, readPersonal } from '#platform/web/personalStore.ts'
import type { CellValue } from '#records/cell.ts'

/** What was typed into a cell and not saved yet. */
export type UnsentEdit = CellValue & {
  readonly recordId: string
  readonly column: string
  /** The record's name, to be told by; empty without one. */
  readonly name: string
}

/** What is being typed in the open editor, and what was sent and not answered. */
type Kept = { readonly typed?: UnsentEdit; readonly sent: readonly UnsentEdit[] }

const none: Kept = { sent: [] }
const nameOf = (entityId: string) => `cells.${entityId}`

/** Whether something was typed into cells of a table in this tab, and the page was left before it was saved. */
export function hasUnsentEdits(entityId: string): boolean {
  return read(entityId) !== none
}

/** All of it, a cell once. */
export function unsentEdits(entityId: string): readonly UnsentEdit[] {
  const { typed, sent } = read(entityId)
  return typed ? [...sent.filter((cell) => !isSame(cell, typed)), typed] : sent
}

/** Keeps what is in the open editor; undefined once that is closed. */
export function keepTyped(entityId: string, typed: UnsentEdit | undefined): void {
  const { sent } = read(entityId)
  write(entityId, typed ? { typed, sent } : { sent })
}

/** Keeps what is being sent until it is answered. */
export function keepSent(entityId: string, cell: UnsentEdit): void {
  const kept = read(entityId)
  write(entityId, { ...kept, sent: [...kept.sent.filter((each) => !isSame(each, cell)), cell] })
}

/** Forgets a cell that was saved, refused or given up. */
export function forgetCell(entityId: string, cell: Pick<UnsentEdit, 'recordId' | 'column'>): void {
  const { typed, sent } = read(entityId)
  const left = sent.filter((each) => !isSame(each, cell))
  write(entityId, typed && !isSame(typed, cell) ? { typed, sent: left } : { sent: left })
}

type Spot = Pick<UnsentEdit, 'recordId' | 'column'>

function isSame(one: Spot, other: Spot): boolean {
  return one.recordId === other.recordId && one.column === other.column
}

function read(entityId: string): Kept {
  return readPersonal<Kept>(nameOf(entityId)) ?? none
}

function write(entityId: string, kept: Kept): void {
  storePersonal(nameOf(entityId), kept.typed || kept.sent.length > 0 ? kept : undefined)
}
