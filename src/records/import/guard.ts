/**
 * A spreadsheet runs a cell that begins like this as a formula (quality 4: formula injection). Leading apostrophes count
 * along, so that taking the guard off gives exactly the text that was guarded.
 */
const risky = /^'*[=+\-@\t\r]/
const guarded = /^'+[=+\-@\t\r]/
const plainNumber = /^[+-]?\d+(?:[.,]\d+)?(?:[eE][+-]?\d+)?$/

/** The text with an apostrophe before it when a spreadsheet could take it for a formula; plain numbers stay. */
export function guardFormula(text: string): string {
  return risky.test(text) && !plainNumber.test(text) ? `'${text}` : text
}

/** Takes the guard off again: the inverse of `guardFormula` for every text. */
export function unguardFormula(text: string): string {
  return text.charCodeAt(0) === 39 && guarded.test(text) ? text.slice(1) : text
}
