import { joinList } from '#attributes/textList.ts'

/** Whether the first line of a text is a JSON object by itself: the mark of JSON lines. */
export function isJsonLines(text: string): boolean {
  const line = text.trimStart().split(/\r?\n/, 1)[0] ?? ''
  return line.startsWith('{') && !isHeavyJson(line) && readJsonLine(line) !== null
}

/** Most values of one line, in whatever depth: each takes a hundred times the two characters that it may be written with. */
const mostValues = 50_000

/** Whether a line of JSON has more values than a row of cells can mean, counted without reading it as JSON. */
export function isHeavyJson(line: string): boolean {
  if (line.length <= mostValues) return false
  let count = 0
  let isText = false
  for (let at = 0; at < line.length; at++) {
    const code = line.charCodeAt(at)
    if (code === 34) isText = !isText
    else if (isText && code === 92) at++
    else if (!isText && (code === 44 || code === 91 || code === 123) && ++count > mostValues) return true
  }
  return false
}

/** The members of a line of JSON as texts of cells, with numbers in all of their digits; null where it is no object. */
export function readJsonLine(line: string): ReadonlyMap<string, string> | null {
  try {
    const object: unknown = JSON.parse(line, keepDigits)
    if (typeof object !== 'object' || object === null || Array.isArray(object)) return null
    return new Map(Object.entries(object).map(([name, value]) => [name, textOf(value)]))
  } catch {
    return null
  }
}

/** A number keeps the digits that stand in the text, which a double may not hold. */
function keepDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === 'number' && context?.source !== undefined ? new Digits(context.source) : value
}

class Digits {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
  toJSON(): unknown {
    return Number(this.source)
  }
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Digits) return value.source
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return String(value)
  // A list of choices or files, as the types with several values write it on one line.
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return joinList(value)
  return JSON.stringify(value)
}
