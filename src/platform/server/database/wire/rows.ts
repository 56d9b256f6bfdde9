import type { ResultColumn } from '#platform/server/database/wire/incoming.ts'

/** Returns the parser of a type's text form, by type id. */
export type TypeParser = (type: number) => (text: string) => unknown

/** Offsets of each row's first value: behind the message header and the number of values. */
export function startsOf(rows: Buffer): number[] {
  const starts: number[] = []
  for (let at = 0; at < rows.length; at += 1 + lengthAt(rows, at + 1)) starts.push(at + 7)
  return starts
}

/** The values of a row that these fields name, which are the first values of the row. */
export function objectAt(
  rows: Buffer,
  start: number,
  fields: readonly ResultColumn[],
  parserOf: TypeParser,
): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  let at = start
  for (const { name, type } of fields) {
    const text = textAt(rows, at)
    row[name] = text === null ? null : parserOf(type)(text)
    at = nextOf(rows, at)
  }
  return row
}

/**
 * The length of the value at an offset; negative means null. Read by hand, because `readInt32BE` costs more than all
 * other steps.
 */
export function lengthAt(rows: Buffer, at: number): number {
  return (
    ((rows[at] as number) << 24) |
    ((rows[at + 1] as number) << 16) |
    ((rows[at + 2] as number) << 8) |
    (rows[at + 3] as number)
  )
}

/** The text of the value at an offset, or null. */
export function textAt(rows: Buffer, at: number): string | null {
  const length = lengthAt(rows, at)
  return length < 0 ? null : rows.toString('utf8', at + 4, at + 4 + length)
}

/** The offset of the next value. */
export function nextOf(rows: Buffer, at: number): number {
  const length = lengthAt(rows, at)
  return length < 0 ? at + 4 : at + 4 + length
}
