import { queryLimits, overLimit } from '#odata/syntax/limits.ts'
import type { Search } from '#odata/syntax/node.ts'
import * as read from '#odata/syntax/reader.ts'
import type { OptionReader } from '#odata/syntax/reader.ts'

const phrasePattern = /"(?:[^"\\]|\\.)+"(?![^\s();])/y
const quotedPattern = /'[^']*'(?=[\s();]|$)/y
const wordPattern = /[^\s"()]+/y
const nestedWordPattern = /[^\s"();]+/y
const orPattern = /OR(?=[\s(])/y
const andPattern = /AND(?=[\s(])/y
const notPattern = /NOT(?=[\s(])/y
/** Clients that encode a whole option encode the semicolons between nested options too. */
const nextOptionPattern = /;\s*(?:\$?[a-z]+|@[\p{L}_][\p{L}\p{N}_]*)\s*=/iuy
/** Words only where they stand in quotes. */
const operators: ReadonlySet<string> = new Set(['AND', 'OR', 'NOT'])

/** A search: words and "phrases" with AND, OR, NOT and parentheses; words side by side are joined by AND (part 2, 5.1.8). */
export function readSearchTree(reader: OptionReader): Search {
  return readAny(reader)
}

function readAny(reader: OptionReader): Search {
  const of = [readAll(reader)]
  while ((passBlanks(reader), read.match(reader, orPattern))) of.push(readAll(reader))
  return of.length === 1 && of[0] ? of[0] : { kind: 'or', of }
}

function readAll(reader: OptionReader): Search {
  const of = [readTerm(reader)]
  for (;;) {
    passBlanks(reader)
    const next = reader.text[reader.at]
    if (next === undefined || next === ')' || isEnd(reader)) break
    if (isAt(reader, orPattern)) break
    read.match(reader, andPattern)
    of.push(readTerm(reader))
  }
  return of.length === 1 && of[0] ? of[0] : { kind: 'and', of }
}

function readTerm(reader: OptionReader): Search {
  passBlanks(reader)
  read.countNode(reader)
  if (read.match(reader, notPattern)) return { kind: 'not', of: read.deeper(reader, () => readTerm(reader)) }
  if (read.takeCharacter(reader, '(')) {
    const inner = read.deeper(reader, () => readAny(reader))
    passBlanks(reader)
    read.expect(reader, ')')
    return inner
  }
  return readWord(reader)
}

function readWord(reader: OptionReader): Search {
  const at = reader.at
  const phrase = read.match(reader, phrasePattern)
  const quoted = phrase ?? read.match(reader, quotedPattern)
  const text = quoted === undefined ? plainWord(reader) : quoted.slice(1, -1)
  if (!text || (quoted === undefined && operators.has(text))) throw read.refuseCharacter(reader, at)
  if (reader.collected.literals.length > queryLimits.nodes) throw overLimit('nodes', reader.option)
  const word = read.collect(reader, { type: 'string', text: phrase ? text.replace(/\\(.)/g, '$1') : text, at }, at)
  return { kind: 'word', word }
}

// Within another option a semicolon ends the search. One that came encoded does so only where an option follows.
function plainWord(reader: OptionReader): string {
  if (reader.depth === 0) return read.match(reader, wordPattern) ?? ''
  let word = read.match(reader, nestedWordPattern) ?? ''
  while (reader.text[reader.at] === ';' && !isEnd(reader)) {
    reader.at += 1
    word += `;${read.match(reader, nestedWordPattern) ?? ''}`
  }
  return word
}

function isEnd(reader: OptionReader): boolean {
  return reader.text[reader.at] === ';' && (!reader.semicolons.has(reader.at) || isAt(reader, nextOptionPattern))
}

function isAt(reader: OptionReader, pattern: RegExp): boolean {
  pattern.lastIndex = reader.at
  return pattern.test(reader.text)
}

function passBlanks(reader: OptionReader): void {
  while (/\s/.test(reader.text[reader.at] ?? '')) reader.at += 1
}
