import { fault, faultOf } from '#faults/fault.ts'
import type { BodyValues } from '#odata/protocol/store.ts'
import type { Headers } from '#odata/protocol/message.ts'
import { queryLimits, overLimit } from '#odata/syntax/limits.ts'
import { exactJson } from '#platform/exactJson.ts'
import { unstorablePaths } from '#text/storable.ts'

/**
 * Parses JSON. Numbers with more digits than a double can hold exactly stay as text. Fault `request.malformed` for
 * invalid JSON and for names that would reach a prototype.
 */
export function valueOfJson(text: string): unknown {
  try {
    return exactJson(text)
  } catch {
    throw fault('request.malformed')
  }
}

/** Parses the JSON of a request with a limit on the number of values. Faults: `request.malformed`, `query.limit`. */
export function valueOfBody(text: string): unknown {
  if (text.length > queryLimits.bodyValues && signsOf(text) > queryLimits.bodyValues) throw overLimit('bodyValues')
  return valueOfJson(text)
}

/** Upper bound of the number of values in a JSON text: each value follows one of these characters. */
function signsOf(text: string): number {
  let count = 0
  let isText = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) isText = !isText
    else if (code === backslash) at++
    else if (!isText && (code === comma || code === bracket || code === brace)) count++
  }
  return count
}

const [quote, backslash, comma, bracket, brace] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b]

/**
 * The members of a request body, which must be a JSON object. Faults: `request.mediaType`, `request.malformed`,
 * `validation.type`.
 */
export function requestValues(headers: Headers, body: unknown): BodyValues {
  const type = headers['content-type']
  if (type !== undefined && !/^application\/json\b/i.test(type)) throw fault('request.mediaType')
  if (typeof body !== 'string' || body === '') throw fault('request.malformed')
  const value = valueOfBody(body)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw fault('request.malformed')
  const [target] = unstorablePaths(value)
  if (target !== undefined) throw faultOf([{ code: 'validation.type', target }])
  return value as BodyValues
}
