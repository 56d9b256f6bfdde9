import { isSameValue } from '#attributes/valueEquality.ts'
import type { WireValue } from '#attributes/type.ts'

/** Values by column, as far as they are known. */
export type DraftValues = Readonly<Record<string, WireValue | undefined>>

/** A field that two people changed to different values. */
export type Conflict = {
  readonly column: string
  readonly base: WireValue
  readonly mine: WireValue
  readonly theirs: WireValue
}

export type Rebased = {
  /** What is still to be sent: my changes that nobody has made already, without the fields in conflict. */
  readonly changes: Readonly<Record<string, WireValue>>
  readonly conflicts: readonly Conflict[]
  /** Fields that the others changed and I did not: they are kept. */
  readonly theirColumns: readonly string[]
}

/**
 * My changes of `base` on top of what the record now is. Product part 6, 8: the server never merges; where different
 * fields were changed the client sends its changes again and says so, otherwise it shows both values.
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

/** The fields of `values` that differ from `base`. */
export function changedValues(base: DraftValues, values: DraftValues): Record<string, WireValue> {
  const changed = Object.entries(values).filter(
    (entry): entry is [string, WireValue] => entry[1] !== undefined && !isSameValue(base[entry[0]] ?? null, entry[1]),
  )
  return Object.fromEntries(changed)
}
