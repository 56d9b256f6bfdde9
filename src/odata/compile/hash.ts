import { digestOf } from '#platform/digest.ts'

/** Name of a statement text with 23 characters: 106 bits, so that accidental collisions are excluded. */
export function statementName(text: string): string {
  return `q${digestOf(text)}`
}
