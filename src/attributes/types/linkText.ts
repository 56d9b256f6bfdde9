import { refuse, type Read } from '#attributes/type.ts'
import { uuidPattern } from '#attributes/uuid.ts'

/** The id that a cell of a file names. */
export function linkOfText(text: string): Read {
  return uuidPattern.test(text) ? text : refuse('validation.lookup')
}
