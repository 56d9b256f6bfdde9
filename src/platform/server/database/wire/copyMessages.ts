import { lengthAt } from '#platform/server/database/wire/rows.ts'
import type { Pieces } from '#platform/server/bufferPool.ts'

/** What came behind the rows, which is for others; `isDone` if the copy came to its end before. */
export type Rest = { readonly bytes: Buffer; readonly isDone: boolean }

export type Rows = {
  /** Takes what came, and keeps nothing of it; answers the rest as soon as the rows are over. */
  readonly take: (chunk: Buffer) => Rest | undefined
  /** Tells of the rows that are whole. */
  readonly pass: () => void
}

const codes = (letters: string) => Array.from(letters, (letter) => letter.charCodeAt(0))
const [CopyData, CopyDone] = codes('dc')
/** What may stand between the rows: the beginning of the copy, settings that changed, notices, notifications. */
const passedOver: ReadonlySet<number> = new Set(codes('HSNA'))
const headLength = 5
const nothing = Buffer.alloc(0)

/** Reads the messages of a copy, however they are cut, and tells of their rows a piece at a time. */
export function takeRows(pieces: Pieces, tell: (rows: Buffer) => void): Rows {
  // The piece that is being filled: as far as its rows are whole, and as far as it is.
  let out: Buffer = nothing
  let whole = 0
  let at = 0
  // The head of a message that is cut, and how much of it is known.
  const head = Buffer.alloc(headLength)
  let known = 0
  // How much is to come of the message, and whether it is a row.
  let left = 0
  let isRow = false
  return { take, pass: () => void (whole > 0 && pass()) }

  function take(chunk: Buffer): Rest | undefined {
    let from = 0
    for (;;) {
      if (left > 0) from = carryOn(chunk, from)
      if (left > 0) return undefined
      if (isRow) whole = at
      if (known > 0 || from + headLength > chunk.length) {
        from = joinHead(chunk, from)
        if (known < headLength) return undefined
        known = 0
      }
      const isCut = from < 0
      const code = isCut ? head[0] : chunk[from]
      isRow = code === CopyData
      if (!isRow && !passedOver.has(code as number)) {
        if (code === CopyDone) return { bytes: chunk.subarray(from + headLength), isDone: true }
        const bytes = isCut ? Buffer.concat([head.subarray(0, -from), chunk]) : chunk.subarray(from)
        return { bytes, isDone: false }
      }
      left = (isCut ? lengthAt(head, 1) : lengthAt(chunk, from + 1)) - (headLength - 1)
      from += headLength
      if (isRow && at + left > out.length) pass()
    }
  }

  /** Copies what there is of a row, passes over what there is of something else. */
  function carryOn(chunk: Buffer, from: number): number {
    const to = Math.min(chunk.length, from + left)
    if (isRow) at += chunk.copy(out, at, from, to)
    left -= to - from
    return to
  }

  /** Takes what there is of a head; answers where it begins, which may be before the chunk. */
  function joinHead(chunk: Buffer, from: number): number {
    const to = Math.min(chunk.length, from + headLength - known)
    known += chunk.copy(head, known, from, to)
    return to - headLength
  }

  /** Tells of the rows that are whole; what there is of the next one goes on in another piece. */
  function pass(): void {
    const rows = out.subarray(0, whole)
    const begun = out.subarray(whole, at)
    const needed = begun.length + left
    const filled = out
    out = needed > 0 ? pieces.take(needed) : nothing
    at = begun.copy(out)
    whole = 0
    if (rows.length > 0) tell(rows)
    else pieces.giveBack(filled)
  }
}
