// Apart from what every grid loads: only who edits or left something unsent needs it.
import { readUnsent, storeUnsent, type UnsentEdit } from '#records/web/grid/unsentEdits.ts'

/** All of it, a cell once. */
export function unsentEdits(entityId: string): readonly UnsentEdit[] {
  const { typed, sent } = readUnsent(entityId)
  return typed ? [...sent.filter((cell) => !isSame(cell, typed)), typed] : sent
}

/** Keeps what is being sent until it is answered. */
export function keepSent(entityId: string, cell: UnsentEdit): void {
  const kept = readUnsent(entityId)
  storeUnsent(entityId, { ...kept, sent: [...kept.sent.filter((each) => !isSame(each, cell)), cell] })
}

/** Forgets a cell that was saved, refused or given up. */
export function forgetCell(entityId: string, cell: Pick<UnsentEdit, 'recordId' | 'column'>): void {
  const { typed, sent } = readUnsent(entityId)
  const left = sent.filter((each) => !isSame(each, cell))
  storeUnsent(entityId, typed && !isSame(typed, cell) ? { typed, sent: left } : { sent: left })
}

type Spot = Pick<UnsentEdit, 'recordId' | 'column'>

function isSame(one: Spot, other: Spot): boolean {
  return one.recordId === other.recordId && one.column === other.column
}
