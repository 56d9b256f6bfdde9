import type { CauseKind } from '#environments/cause.ts'

/** Writes that happened as one: by a request, an import, a bulk edit, an undo ... `GET /cause/v1/{envid}`. */
export type CauseRecord = {
  readonly id: string
  readonly kind: CauseKind
  readonly by_id: string | null
  readonly by: string | null
  /** When its first and last write happened. */
  readonly first_on: string
  readonly last_on: string
  /** The tables it wrote to, the most written first. */
  readonly entities: readonly string[]
  readonly counts: CauseCounts
  /** What the job behind it says of itself, where there is one. */
  readonly job: { readonly kind: string; readonly title: Readonly<Record<string, string | number>> } | null
  /** The record, where it wrote to a single one. */
  readonly record: { readonly id: string; readonly name: string | null } | null
  readonly undo: { readonly job_id: string; readonly state: 'running' | 'done' } | null
  readonly undoable: boolean
}

/** How many records it made, changed and deleted; `more` where there are more writes than are counted. */
export type CauseCounts = {
  readonly created: number
  readonly updated: number
  readonly deleted: number
  readonly more: boolean
}

/** Writes of one cause are counted up to here. */
export const mostCounted = 10_000

export type Causes = { readonly value: readonly CauseRecord[]; readonly next: string | null }
