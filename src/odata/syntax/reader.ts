import { Fault } from '#faults/fault.ts'
import { queryLimits, overLimit } from '#odata/syntax/limits.ts'
import type { Literal, LiteralEntry, Name, QueryNode } from '#odata/syntax/node.ts'

/** What all options of one query collect together. */
export type Collected = {
  readonly literals: LiteralEntry[]
  /** The texts of the parameter aliases by their names with `@`. */
  readonly aliases: ReadonlyMap<string, string>
  /** Reads what is nested; given from above, so that the readers of its parts do not import each other. */
  readonly expression: (reader: OptionReader) => QueryNode
  nodes: number
  expands: number
}

/** A place in the decoded text of one option. `shape` holds what was passed so far, without its literals. */
export type OptionReader = {
  readonly option: string
  readonly text: string
  /** The places of the semicolons that came encoded: in a search they may be signs of a word. */
  readonly semicolons: ReadonlySet<number>
  readonly collected: Collected
  at: number
  depth: number
  /** How many brackets and braces are open: in them texts may stand in double quotes. */
  brackets: number
  shape: string
  shaped: number
}

/** An expression, up to where it ends by itself. */
export function readNestedExpression(reader: OptionReader): QueryNode {
  return reader.collected.expression(reader)
}

const noPlaces: ReadonlySet<number> = new Set()

/** A reader at the start of an option's decoded text. */
export function openReader(option: string, text: string, collected: Collected, semicolons = noPlaces): OptionReader {
  return { option, text, semicolons, collected, at: 0, depth: 0, brackets: 0, shape: '', shaped: 0 }
}

/** The refusal of what stands at `at`. */
export function refuseCharacter(reader: OptionReader, at: number = reader.at): Fault {
  const found = at < reader.text.length ? reader.text.slice(at, at + 20) : '…'
  return syntaxFault(reader.option, at, found)
}

/** A `query.syntax` fault whose position also stands in the error's innererror. */
export function syntaxFault(target: string, position: number, found: string): Fault {
  return new Fault({ code: 'query.syntax', parameters: { position, found }, target, position }, [], { position })
}

/** Passes blanks; tells whether there were any. */
export function skipBlanks(reader: OptionReader): boolean {
  const from = reader.at
  for (;;) {
    const code = reader.text.charCodeAt(reader.at)
    if (code !== 32 && code !== 9) return reader.at > from
    reader.at += 1
  }
}

/** Passes `character` if it is next. */
export function takeCharacter(reader: OptionReader, character: string): boolean {
  if (reader.text[reader.at] !== character) return false
  reader.at += 1
  return true
}

/** Passes `character` or refuses. */
export function expect(reader: OptionReader, character: string): void {
  if (!takeCharacter(reader, character)) throw refuseCharacter(reader)
}

export function atEnd(reader: OptionReader): boolean {
  return reader.at >= reader.text.length
}

const namePattern = /[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}\p{Pc}\p{Cf}]*/uy

/** Passes what the pattern finds right here, if it does. The pattern must be sticky. */
export function match(reader: OptionReader, pattern: RegExp): string | undefined {
  pattern.lastIndex = reader.at
  const found = pattern.exec(reader.text)?.[0]
  if (found !== undefined) reader.at += found.length
  return found
}

/** A name, or a refusal. */
export function readName(reader: OptionReader): Name {
  const at = reader.at
  const text = passAsciiName(reader) ? reader.text.slice(at, reader.at) : match(reader, namePattern)
  if (text === undefined || text.length > 128) throw refuseCharacter(reader, at)
  return { text, at }
}

// Nearly every name is ASCII, and a loop over character codes is much faster than a pattern of Unicode classes.
function passAsciiName(reader: OptionReader): boolean {
  const from = reader.at
  let at = from
  for (; isNameCode(reader.text.charCodeAt(at)); at += 1);
  const isWhole = at > from && !isDigit(reader.text.charCodeAt(from)) && !(reader.text.charCodeAt(at) > 127)
  if (isWhole) reader.at = at
  return isWhole
}

/** Letters, digits and `_` of ASCII. */
export function isNameCode(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || isDigit(code) || code === 95
}

/** `0` to `9`. */
export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

/** Keeps a literal (or a whole list) that stands from `start` to here and marks its place in the shape. */
export function collect(reader: OptionReader, entry: LiteralEntry, start: number): number {
  reader.shape += reader.text.slice(reader.shaped, start) + mark(entry)
  reader.shaped = reader.at
  return reader.collected.literals.push(entry) - 1
}

/** The shape of everything read so far. */
export function shapeOf(reader: OptionReader): string {
  return reader.shape + reader.text.slice(reader.shaped)
}

/** Counts one node of the tree. */
export function countNode(reader: OptionReader): void {
  reader.collected.nodes += 1
  if (reader.collected.nodes > queryLimits.nodes) throw overLimit('nodes', reader.option)
}

/** Reads something nested, one level deeper. */
export function deeper<Result>(reader: OptionReader, read: () => Result): Result {
  reader.depth += 1
  if (reader.depth > queryLimits.depth) throw overLimit('depth', reader.option)
  const result = read()
  reader.depth -= 1
  return result
}

// U+0001 cannot stand outside of a literal, so a mark is never taken for text.
function mark(entry: LiteralEntry): string {
  if (!isList(entry)) return `\u0001${markOf(entry)}`
  return `\u0001[${[...new Set(entry.map(markOf))].toSorted().join(' ')}]`
}

// true, false, NaN and an empty text differ in meaning, not in value: they stay in the shape, as null does. So do the names of
// types and of shapes.
function markOf(literal: Literal): string {
  if (literal.type === 'geo') return `${literal.type} ${literal.prefix} ${/;\s*([a-z]*)/i.exec(literal.text)?.[1]}`
  if (literal.type === 'enum') return `${literal.type} ${literal.prefix}`
  if (literal.type === 'string' && literal.text === '') return 'empty'
  return literal.type === 'boolean' || literal.type === 'special' ? literal.text : literal.type
}

function isList(entry: LiteralEntry): entry is readonly Literal[] {
  return Array.isArray(entry)
}
