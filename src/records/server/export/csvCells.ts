import type { Pieces } from '#platform/server/pieces.ts'
import type { CellKind } from '#records/export/cells.ts'
import { guardFormula } from '#records/import/guard.ts'

/** What is put in the place of how many bytes at the beginning of a cell. */
type Change = { readonly put: Buffer; readonly instead: number; readonly isQuoted: boolean }

const code = (letter: string) => letter.charCodeAt(0)
const [comma, quote, lineEnd, trueLetter, falseLetter] = [code(','), code('"'), code('\n'), code('t'), code('f')]
const asTrue: Change = { put: Buffer.from('true'), instead: 1, isQuoted: false }
const asFalse: Change = { put: Buffer.from('false'), instead: 1, isQuoted: false }
const guarded: Change = { put: Buffer.from(`'`), instead: 0, isQuoted: false }
const guardedQuoted: Change = { put: Buffer.from(`"'`), instead: 1, isQuoted: true }
/** How a text may begin that has to be looked at. */
const risky: ReadonlySet<number> = new Set(Array.from(`'=+-@\t\r`, code))
/** The most that a change makes a cell longer, in bytes. */
const growth = 8

/**
 * Finishes CSV that PostgreSQL has written: takes whole rows, and tells of them in pieces. With these conditions in its
 * statement a copy takes PostgreSQL a fifth longer; here they come along with a pass over the bytes on another core.
 */
export function finishCells(
  kinds: readonly CellKind[],
  pieces: Pieces,
  tell: (piece: Buffer) => void,
): (rows: Buffer) => void {
  const changes = kinds.map((kind) => (kind === 'plain' ? undefined : kind === 'text' ? guardOf : truthOf))
  return (rows) => {
    const end = rows.length
    let out = pieces.take(roomFor(end))
    let at = 0
    let place = 0
    let column = 0
    while (place < end) {
      const change = changes[column]?.(rows, place)
      let isQuoted = false
      if (change) {
        if (out.length - at < end - place + growth) {
          tell(out.subarray(0, at))
          out = pieces.take(roomFor(end - place))
          at = 0
        }
        at += change.put.copy(out, at)
        place += change.instead
        isQuoted = change.isQuoted
      }
      column++
      while (place < end) {
        const byte = rows[place++] as number
        out[at++] = byte
        // Letters, digits and most else lie behind the comma.
        if (byte > comma) continue
        if (byte === quote) isQuoted = !isQuoted
        else if (isQuoted) continue
        else if (byte === comma) break
        else if (byte === lineEnd) {
          column = 0
          break
        }
      }
    }
    tell(out.subarray(0, at))
  }
}

function roomFor(length: number): number {
  return length + (length >> 2) + growth
}

function truthOf(rows: Buffer, place: number): Change | undefined {
  const byte = rows[place]
  if (byte === trueLetter) return asTrue
  return byte === falseLetter ? asFalse : undefined
}

function guardOf(rows: Buffer, place: number): Change | undefined {
  const isQuoted = rows[place] === quote
  const start = isQuoted ? place + 1 : place
  if (!risky.has(rows[start] as number)) return undefined
  const text = rows.toString('latin1', start, isQuoted ? endOfQuoted(rows, start) : endOfPlain(rows, start))
  if (guardFormula(text) === text) return undefined
  return isQuoted ? guardedQuoted : guarded
}

function endOfPlain(rows: Buffer, start: number): number {
  let at = start
  while (at < rows.length && rows[at] !== comma && rows[at] !== lineEnd) at++
  return at
}

/** As far as the first quote, along with it where it belongs to the text: what has one is no number. */
function endOfQuoted(rows: Buffer, start: number): number {
  const at = rows.indexOf(quote, start)
  if (at < 0) return rows.length
  return rows[at + 1] === quote ? at + 1 : at
}
