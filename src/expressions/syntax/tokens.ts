import { expressionLimits } from '#expressions/limits.ts'
import { tooLarge, unexpected } from '#expressions/problems.ts'
import type { PathSegment, TextSpan } from '#expressions/syntax/node.ts'
import type { Problem } from '#faults/fault.ts'

export type Token = TextSpan &
  (
    | { readonly kind: 'text'; readonly value: string }
    | { readonly kind: 'number'; readonly text: string }
    /** A path, or the name of a function or an operator; `word` is a single one in small letters. */
    | { readonly kind: 'name'; readonly segments: readonly PathSegment[]; readonly word: string }
    | { readonly kind: 'sign'; readonly text: string }
    | { readonly kind: 'end' }
  )

const blanks = /[ \t\r\n]+/y
const textPattern = /"(?:[^"]|"")*"/y
const numberPattern = /\d+(?:\.\d+)?/y
const segmentPattern = /[A-Za-z_][A-Za-z0-9_]*|@[0-9a-f-]{1,36}/y
const signPattern = /<=|>=|<>|[=<>&+\-*/^%(),[\]]/y

/** The tokens of a text and one for its end, or what cannot be read. */
export function tokensOf(text: string): readonly Token[] | Problem {
  if (text.length > expressionLimits.length) return tooLarge('length', expressionLimits.length)
  const tokens: Token[] = []
  let at = 0
  for (;;) {
    at += match(blanks, text, at)?.length ?? 0
    if (at === text.length) break
    const token = tokenAt(text, at)
    if (!token) return unexpected(text, at)
    tokens.push(token)
    at = token.to
  }
  return [...tokens, { kind: 'end', at, to: at }]
}

function tokenAt(text: string, at: number): Token | undefined {
  const quoted = match(textPattern, text, at)
  if (quoted !== undefined) return textToken(quoted, at)
  const number = match(numberPattern, text, at)
  if (number !== undefined) {
    const to = at + number.length
    // `1x` and `1.2.3` are neither numbers nor names.
    const isWhole = number.length <= expressionLimits.digits && !/[A-Za-z0-9_@.]/.test(text[to] ?? '')
    return isWhole ? { kind: 'number', text: number, at, to } : undefined
  }
  const sign = match(signPattern, text, at)
  if (sign !== undefined) return { kind: 'sign', text: sign, at, to: at + sign.length }
  return pathToken(text, at)
}

function textToken(quoted: string, at: number): Token | undefined {
  const value = quoted.slice(1, -1).replaceAll('""', '"')
  // PostgreSQL keeps neither NUL nor halves of surrogate pairs.
  if (value.includes('\0') || !value.isWellFormed()) return undefined
  return { kind: 'text', value, at, to: at + quoted.length }
}

function pathToken(text: string, at: number): Token | undefined {
  const segments: PathSegment[] = []
  let to = at
  for (;;) {
    const name = match(segmentPattern, text, to)
    if (name === undefined) return undefined
    segments.push({ text: name, at: to, to: to + name.length })
    to += name.length
    if (text[to] !== '.') break
    to += 1
  }
  const word = segments.length === 1 ? (segments[0]?.text.toLowerCase() ?? '') : ''
  return { kind: 'name', segments, word, at, to }
}

function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}
