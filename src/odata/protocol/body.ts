import { fault, faultOf } from '#faults/fault.ts'
import type { BodyValues } from '#odata/protocol/store.ts'
import type { Headers } from '#odata/protocol/message.ts'
import { queryLimits, overLimit } from '#odata/syntax/limits.ts'
import { exactJson } from '#platform/exactJson.ts'
import { unstorablePaths } from '#text/storable.ts'

/**
 * A JSON text as values. A number of more digits than a double is sure to hold becomes the text it was written as. Refuses what is not JSON, and names that would reach a prototype.
 */
export function valueOfJson(text: string): unknown {
  try {
    return exactJson(text)
  } catch {
    throw fault('request.malformed')
  }
}

/** The same for what was sent: refused where it holds more values than anyone has work for. Fault: `query.limit` as well. */
export function valueOfBody(text: string): unknown {
  if (text.length > queryLimits.bodyValues && signsOf(text) > queryLimits.bodyValues) throw overLimit('bodyValues')
  return valueOfJson(text)
}

/** How many values a JSON text holds at most: each begins behind one of these signs. */
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

/** The members of a request's body, which must be a JSON object. Faults: `request.mediaType`, `request.malformed`, `validation.type`. */
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
