const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** A text as base64url of its UTF-8 bytes, without padding. */
export function toBase64url(text: string): string {
  return base64urlOfBytes(bytesOf(text))
}

/** Bytes in hexadecimal digits as base64url. */
export function base64urlOfHex(hex: string): string {
  return base64urlOfBytes((hex.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16)))
}

/** Bytes as base64url. */
export function base64urlOfBytes(bytes: ArrayLike<number>): string {
  let encoded = ''
  for (let index = 0; index < bytes.length; index += 3) {
    const [first = 0, second = 0, third = 0] = [bytes[index], bytes[index + 1], bytes[index + 2]]
    const group = (first << 16) | (second << 8) | third
    const digits = [group >> 18, (group >> 12) & 63, (group >> 6) & 63, group & 63]
    const count = Math.min(bytes.length - index, 3) + 1
    encoded += digits
      .slice(0, count)
      .map((digit) => alphabet[digit])
      .join('')
  }
  return encoded
}

/** The text again; undefined where the input is not base64url of UTF-8. */
export function fromBase64url(encoded: string): string | undefined {
  let escaped = ''
  let bits = 0
  let held = 0
  for (const character of encoded) {
    const digit = alphabet.indexOf(character)
    if (digit < 0) return undefined
    bits = ((bits << 6) | digit) & 0xffff
    held += 6
    if (held >= 8) {
      held -= 8
      escaped += `%${((bits >> held) & 255).toString(16).padStart(2, '0')}`
    }
  }
  try {
    return decodeURIComponent(escaped)
  } catch {
    return undefined
  }
}

/** The bytes that base64url (or base64) stands for, as hexadecimal digits; undefined where it is neither. */
export function hexOfBase64(encoded: string): string | undefined {
  const digits = encoded
    .replace(/={0,2}$/, '')
    .replaceAll('+', '-')
    .replaceAll('/', '_')
  if (!/^[\w-]*$/.test(digits) || digits.length % 4 === 1) return undefined
  let hex = ''
  let bits = 0
  let held = 0
  for (const digit of digits) {
    bits = ((bits << 6) | alphabet.indexOf(digit)) & 0xffff
    held += 6
    if (held >= 8) {
      held -= 8
      hex += ((bits >> held) & 255).toString(16).padStart(2, '0')
    }
  }
  return hex
}

function bytesOf(text: string): readonly number[] {
  const escaped = encodeURIComponent(text)
  const bytes: number[] = []
  for (let index = 0; index < escaped.length; index += 1) {
    if (escaped[index] !== '%') bytes.push(escaped.charCodeAt(index))
    else {
      bytes.push(Number.parseInt(escaped.slice(index + 1, index + 3), 16))
      index += 2
    }
  }
  return bytes
}
