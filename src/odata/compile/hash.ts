import { digestOf } from '#platform/digest.ts'

/** A name of 23 characters for a statement text: 106 bits, so that two texts never share one by chance. */
export function statementName(text: string): string {
  return `q${digestOf(text)}`
}
