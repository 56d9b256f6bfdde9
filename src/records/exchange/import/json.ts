// The beginning of an object, or of a list of them, with its first name.
const beginning = /^(?:\[\s*)?\{\s*"(?:[^"\\]|\\.)*"\s*:/

/** Whether a text is JSON, which falls into cells as any text does but holds no table of them. */
export function isJson(text: string): boolean {
  return /^\s*[{[]/.test(text) && parses(text.trimStart())
}

/** Whether a text that is cut begins as JSON does. */
export function beginsAsJson(text: string): boolean {
  return beginning.test(text.trimStart())
}

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
