/**
 * Many uuids v7 of one moment at the price of few: one call for chance, one for hexadecimal digits. They grow within the
 * batch (RFC 9562, 6.2 method 1: a counter of 32 bits behind the milliseconds).
 */
export function manyIds(count: number, at: Date, chance: (bytes: number) => Buffer): string[] {
  if (count === 0) return []
  const random = chance(4 + count * 6)
  const bytes = Buffer.allocUnsafe(count * 16)
  const time = at.getTime()
  // The first bit stays free, so that the counter cannot run over within a batch.
  let counter = random.readUInt32BE(0) & 0x7fffffff
  for (let index = 0; index < count; index++, counter++) {
    const start = index * 16
    bytes.writeUIntBE(time, start, 6)
    bytes.writeUInt16BE(0x7000 | ((counter >>> 20) & 0xfff), start + 6)
    bytes.writeUInt16BE(0x8000 | ((counter >>> 6) & 0x3fff), start + 8)
    random.copy(bytes, start + 10, 4 + index * 6, 10 + index * 6)
    bytes[start + 10] = ((counter & 0x3f) << 2) | ((bytes[start + 10] ?? 0) & 0x03)
  }
  const digits = bytes.toString('hex')
  return Array.from({ length: count }, (_, index) => {
    const at = index * 32
    return `${digits.slice(at, at + 8)}-${digits.slice(at + 8, at + 12)}-${digits.slice(at + 12, at + 16)}-${digits.slice(at + 16, at + 20)}-${digits.slice(at + 20, at + 32)}`
  })
}
