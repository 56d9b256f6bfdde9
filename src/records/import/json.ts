// The beginning of an object, or of a list of them, with its first name.
const beginning = /^(?:\[\s*)?\{\s*"(?:[^"\\]|\\.)*"\s*:/

/**
 * Whether a text is JSON, which falls into cells as any text does but holds no table of them. Of a text that is cut
 * (`complete` is false) only the beginning can tell.
 */
export function isJson(text: string, complete: boolean): boolean {
  const start = text.trimStart()
  if (!/^[{[]/.test(start)) return false
  return complete ? parses(start) : beginning.test(start)
}

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
