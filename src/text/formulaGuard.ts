/**
 * The characters that let a spreadsheet run a cell as a formula when the cell begins with one (quality 4: formula injection):
 * the signs themselves, their full-width forms, which some spreadsheets read as the same, and white space that is dropped
 * before the sign is looked for.
 */
export const formulaStarts = '=+-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20'

// Leading apostrophes count along, so that taking the guard off gives exactly the text that was guarded.
const risky = new RegExp(`^'*[${formulaStarts.replace('-', '\\-')}]`)
const guarded = new RegExp(`^'+[${formulaStarts.replace('-', '\\-')}]`)
const plainNumber = /^[+-]?\d+(?:[.,]\d+)?(?:[eE][+-]?\d+)?$/

/** The text with an apostrophe before it when a spreadsheet could take it for a formula; plain numbers stay. */
export function guardFormula(text: string): string {
  return risky.test(text) && !plainNumber.test(text) ? `'${text}` : text
}

/** Takes the guard off again: the inverse of `guardFormula` for every text. */
export function unguardFormula(text: string): string {
  return text.charCodeAt(0) === 39 && guarded.test(text) ? text.slice(1) : text
}
