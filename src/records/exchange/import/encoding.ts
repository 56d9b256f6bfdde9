/** The encodings of files that we read. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'windows-1257', 'windows-1251'] as const
export type Encoding = (typeof encodings)[number]

export type EncodingReason = 'mark' | 'valid' | 'zeros' | 'plausible'
export type EncodingGuess = {
  readonly encoding: Encoding
  /** Why: a byte order mark, valid UTF-8 throughout, the zero bytes of UTF-16, or the letters that come out. */
  readonly reason: EncodingReason
}

/** Guesses the encoding of a file from its first bytes. `decode` reads the bytes in a one-byte encoding. */
export function guessEncoding(
  bytes: Uint8Array,
  decode: (bytes: Uint8Array, encoding: Encoding) => string,
): EncodingGuess {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return { encoding: 'utf-8', reason: 'mark' }
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { encoding: 'utf-16le', reason: 'mark' }
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { encoding: 'utf-16be', reason: 'mark' }
  const wide = guessWide(bytes)
  if (wide) return { encoding: wide, reason: 'zeros' }
  if (isUtf8(bytes)) return { encoding: 'utf-8', reason: 'valid' }
  const high = bytes.filter(
    (byte, index) => byte > 127 || (bytes[index + 1] ?? 0) > 127 || (bytes[index - 1] ?? 0) > 127,
  )
  const candidates = (['windows-1252', 'windows-1257', 'windows-1251'] as const).map((encoding) => ({
    encoding,
    score: plausibility(decode(high.subarray(0, 100_000), encoding), encoding),
  }))
  const best = candidates.reduce((first, second) => (second.score > first.score ? second : first))
  return { encoding: best.encoding, reason: 'plausible' }
}

/** Whether the bytes are UTF-8 (no overlong forms, no surrogates); a character cut off at the end is forgiven. */
export function isUtf8(bytes: Uint8Array): boolean {
  const length = bytes.length
  let at = 0
  while (at < length) {
    const lead = bytes[at++] ?? 0
    if (lead < 0x80) continue
    const following = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : 1
    if (lead < 0xc2 || lead > 0xf4) return false
    for (let index = 0; index < following; index++, at++) {
      if (at >= length) return true
      const byte = bytes[at] ?? 0
      if (byte < 0x80 || byte > 0xbf) return false
      if (index === 0 && isWrongSecond(lead, byte)) return false
    }
  }
  return true
}

function isWrongSecond(lead: number, second: number): boolean {
  if (lead === 0xe0) return second < 0xa0
  if (lead === 0xed) return second > 0x9f
  if (lead === 0xf0) return second < 0x90
  return lead === 0xf4 && second > 0x8f
}

/** UTF-16 without a mark: nearly every second byte of a text of delimiters and digits is zero. */
function guessWide(bytes: Uint8Array): Encoding | null {
  const length = Math.min(bytes.length, 10_000)
  if (length < 4) return null
  let even = 0
  let odd = 0
  for (let index = 0; index < length; index += 2) {
    if (bytes[index] === 0) even++
    if (bytes[index + 1] === 0) odd++
  }
  const half = length / 2
  if (odd > half * 0.4 && even < half * 0.1) return 'utf-16le'
  if (even > half * 0.4 && odd < half * 0.1) return 'utf-16be'
  return null
}

const common: Record<string, RegExp> = {
  'windows-1252': /[äöüßéèêàâçñáíóúåøæÄÖÜÉÅØÆÑ€’“”–«»£°ìòùëïôœãõ]/g,
  'windows-1257': /[āčēģīķļņšūžąęėįųĀČĒĢĪĶĻŅŠŪŽĄĘĖĮŲõäöüÕÄÖÜ€’“”–„«»]/g,
  'windows-1251': /[а-яА-ЯёЁіїєґ№€«»–—]/g,
}
const rare = /[\u0080-\u009f\uFFFD¤¦¨¬¯¶¸¹º¼½¾×÷ЂѓЃ‚ќўџ†‡]/g

/** Letters that the encoding's languages use count for it; letters in a row of mixed alphabets and odd signs against it. */
function plausibility(text: string, encoding: string): number {
  const good = text.match(common[encoding] ?? /$^/g)?.length ?? 0
  const bad = text.match(rare)?.length ?? 0
  // Cyrillic words are runs of high letters; single ones between Latin letters are accents of another encoding.
  const mixed = text.match(/[a-z][а-яё]|[а-яё][a-z]/gi)?.length ?? 0
  const upperInside = text.match(/\p{Ll}[ÀÁÂÃÈÊÌÎÐÒÔÙÛÝÞĪĮĀĢĶ]/gu)?.length ?? 0
  return good - 3 * bad - 2 * mixed - 2 * upperInside
}
