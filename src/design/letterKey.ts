type Key = { readonly key: string; readonly code: string }

/**
 * The key that is pressed together with Ctrl or ⌘: a letter in lower case, any other by its name. Where the keyboard
 * writes another script, such as Cyrillic, it is the letter that stands at this place on a Latin one.
 */
export function letterKey({ key, code }: Key): string {
  if (key.length !== 1) return key
  const letter = key.toLowerCase()
  if (letter < '\u0080') return letter
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? letter
}
