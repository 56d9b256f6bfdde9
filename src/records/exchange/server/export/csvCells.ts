import type { Pieces } from '#platform/server/bufferPool.ts'
import type { CellKind } from '#records/exchange/export/cells.ts'
import { formulaStarts, guardFormula } from '#text/formulaGuard.ts'

/** 1 for the first bytes of texts that have to be looked at. */
const risky = new Uint8Array(256)
for (const letter of `'${formulaStarts}`) risky[Buffer.from(letter)[0] as number] = 1
const plain = 0
const text = 1
const boolean = 2
const comma = 0x2c
const quote = 0x22
const apostrophe = 0x27
const lineEnd = 0x0a
const trueLetter = 0x74
const falseLetter = 0x66
const trueWord = Buffer.from('true')
const falseWord = Buffer.from('false')
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
  const wanted = Uint8Array.from(kinds, (kind) => ({ plain, text, boolean })[kind])
  return (rows) => {
    const end = rows.length
    let out = pieces.take(roomFor(end))
    let at = 0
    let place = 0
    let column = 0
    while (place < end) {
      const kind = wanted[column++]
      let isQuoted = false
      if (kind !== plain && out.length - at < end - place + growth) {
        tell(out.subarray(0, at))
        out = pieces.take(roomFor(end - place))
        at = 0
      }
      if (kind === text) {
        isQuoted = rows[place] === quote
        if (risky[rows[isQuoted ? place + 1 : place] as number] === 1 && isGuarded(rows, place)) {
          if (isQuoted) out[at++] = quote
          out[at++] = apostrophe
          if (isQuoted) place++
        } else isQuoted = false
      } else if (kind === boolean && (rows[place] === trueLetter || rows[place] === falseLetter)) {
        const word = rows[place++] === trueLetter ? trueWord : falseWord
        for (let letter = 0; letter < word.length; letter++) out[at++] = word[letter] as number
      }
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

function isGuarded(rows: Buffer, place: number): boolean {
  const isQuoted = rows[place] === quote
  const start = isQuoted ? place + 1 : place
  const written = rows.toString('utf8', start, isQuoted ? endOfQuoted(rows, start) : endOfPlain(rows, start))
  return guardFormula(written) !== written
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
