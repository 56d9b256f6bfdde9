import { lengthAt } from '#platform/server/database/wire/rows.ts'
import type { Pieces } from '#platform/server/bufferPool.ts'

/** The bytes after the rows, which belong to other listeners; `isDone` if the copy ended before them. */
export type Rest = { readonly bytes: Buffer; readonly isDone: boolean }

export type Rows = {
  /** Processes a chunk without retaining it; returns the rest as soon as the rows are over. */
  readonly take: (chunk: Buffer) => Rest | undefined
  /** Passes on the complete rows. */
  readonly pass: () => void
}

const codes = (letters: string) => Array.from(letters, (letter) => letter.charCodeAt(0))
const [CopyData, CopyDone] = codes('dc')
/** Messages that may stand between the rows: begin of the copy, changed settings, notices, notifications. */
const passedOver: ReadonlySet<number> = new Set(codes('HSNA'))
const headLength = 5
const nothing = Buffer.alloc(0)

/** Parses the messages of a copy, however they are split, and passes on their rows chunk by chunk. */
export function takeRows(pieces: Pieces, tell: (rows: Buffer) => void): Rows {
  // The chunk that is being filled: `whole` is the end of its last complete row.
  let out: Buffer = nothing
  let whole = 0
  let at = 0
  // The header of a split message, and how many of its bytes are known.
  const head = Buffer.alloc(headLength)
  let known = 0
  // How many bytes of the message are missing, and whether the message is a row.
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

  /** Copies the available bytes of a row, or skips the available bytes of another message. */
  function carryOn(chunk: Buffer, from: number): number {
    const to = Math.min(chunk.length, from + left)
    if (isRow) at += chunk.copy(out, at, from, to)
    left -= to - from
    return to
  }

  /** Reads the available bytes of a header; returns where the header begins, which may be before the chunk. */
  function joinHead(chunk: Buffer, from: number): number {
    const to = Math.min(chunk.length, from + headLength - known)
    known += chunk.copy(head, known, from, to)
    return to - headLength
  }

  /** Passes on the complete rows; the incomplete next row moves to another chunk. */
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
