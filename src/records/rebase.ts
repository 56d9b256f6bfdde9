import { isSameValue } from '#attributes/valueEquality.ts'
import type { WireValue } from '#attributes/type.ts'

/** Known values by column. */
export type DraftValues = Readonly<Record<string, WireValue | undefined>>

/** A field that two people changed to different values. */
export type Conflict = {
  readonly column: string
  readonly base: WireValue
  readonly mine: WireValue
  readonly theirs: WireValue
}

export type Rebased = {
  /** Changes still to be sent: own changes without conflicts, and without values that already match. */
  readonly changes: Readonly<Record<string, WireValue>>
  readonly conflicts: readonly Conflict[]
  /** Fields that only the other person changed; their values are accepted. */
  readonly theirColumns: readonly string[]
}

/**
 * Rebases own changes of `base` onto the current record `theirs`. Product part 6, 8: the server never merges. Where
 * different fields were changed, the client sends its changes again and says so; otherwise the client shows both
 * values.
 */
export function rebase(base: DraftValues, mine: DraftValues, theirs: DraftValues, columns: Iterable<string>): Rebased {
  const changes: Record<string, WireValue> = {}
  const conflicts: Conflict[] = []
  const theirColumns: string[] = []
  for (const column of columns) {
    const [before, now] = [base[column] ?? null, theirs[column] ?? null]
    const wanted = mine[column]
    const isTheirs = !isSameValue(before, now)
    if (wanted === undefined) {
      if (isTheirs) theirColumns.push(column)
    } else if (isSameValue(wanted, now)) {
      continue
    } else if (isTheirs) {
      conflicts.push({ column, base: before, mine: wanted, theirs: now })
    } else {
      changes[column] = wanted
    }
  }
  return { changes, conflicts, theirColumns }
}

/** The values that differ from `base`. */
export function changedValues(base: DraftValues, values: DraftValues): Record<string, WireValue> {
  const changed = Object.entries(values).filter(
    (entry): entry is [string, WireValue] => entry[1] !== undefined && !isSameValue(base[entry[0]] ?? null, entry[1]),
  )
  return Object.fromEntries(changed)
}
