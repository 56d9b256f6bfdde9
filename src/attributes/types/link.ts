import { refuse, type Read } from '#attributes/type.ts'
import { uuidPattern } from '#attributes/uuid.ts'

/** The id that a value of a link is, in small letters. */
export function readLink(value: string | number | boolean | object): Read {
  return typeof value === 'string' && uuidPattern.test(value) ? value.toLowerCase() : refuse('validation.lookup')
}
