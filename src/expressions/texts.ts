import { expressionLimits } from '#expressions/limits.ts'

/** The number of characters, as PostgreSQL counts them: by code point. */
export function characterCount(text: string): number {
  let count = text.length
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    // Each surrogate pair is two of JavaScript's characters.
    if (code >= 0xd800 && code <= 0xdbff) count -= 1
  }
  return count
}

/** Orders texts by code point. UTF-16 would put what lies beyond the basic plane before U+E000. */
export function compareTexts(left: string, right: string): number {
  if (left === right) return 0
  const least = Math.min(left.length, right.length)
  for (let at = 0; at < least; at += 1) {
    const [a, b] = [left.charCodeAt(at), right.charCodeAt(at)]
    if (a !== b) return isSurrogate(a) === isSurrogate(b) ? a - b : isSurrogate(a) ? 1 : -1
  }
  return left.length - right.length
}

/** The text, or null where an operation made it longer than texts may be. */
export function held(text: string): string | null {
  if (text.length <= expressionLimits.text) return text
  return text.length > expressionLimits.text * 2 || characterCount(text) > expressionLimits.text ? null : text
}

/** A piece of a text by code points. */
export function sliced(text: string, from: number, to?: number): string {
  return characterCount(text) === text.length ? text.slice(from, to) : Array.from(text).slice(from, to).join('')
}

function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdfff
}
