import { createHmac } from 'node:crypto'
import { sameSecret } from '#accounts/server/secrets.ts'

/** RFC 6238 with the parameters of all authenticator apps: SHA-1, 6 digits, 30 seconds. */
const [stepSeconds, digits] = [30, 6]
/** One step to either side: clocks differ, and people type slowly. */
const drift = 1
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code of a time step (RFC 4226 5.3). */
export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const at = (mac.at(-1) ?? 0) & 15
  const number = (mac.readUInt32BE(at) & 0x7fffffff) % 10 ** digits
  return String(number).padStart(digits, '0')
}

export function stepOf(now: Date): number {
  return Math.floor(now.getTime() / 1000 / stepSeconds)
}

/** The time step whose code this is, near now and after `used`; undefined for a wrong or used one. */
export function stepOfCode(secret: Buffer, code: string, now: Date, used: number): number | undefined {
  const present = stepOf(now)
  const steps = Array.from({ length: 2 * drift + 1 }, (_, at) => present - drift + at)
  return steps.filter((step) => sameSecret(codeAt(secret, step), code)).find((step) => step > used)
}

/** RFC 4648 without padding, as authenticator apps read it. */
export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

/** The address in the QR code for an authenticator app (Key Uri Format). */
export function totpAddress(secret: Buffer, account: string): string {
  const label = `${encodeURIComponent('Lintel')}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${toBase32(secret)}&issuer=Lintel&algorithm=SHA1&digits=${digits}&period=${stepSeconds}`
}
