import { createHmac, hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

/** 256 random bits as text: a token that cannot be guessed. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** A verification code of six digits. */
export function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** The stored hash of a secret. `use` separates the hashes of one secret for two uses. */
export function hashOf(use: string, secret: string): Buffer {
  return hash('sha256', `${use}:${secret}`, 'buffer')
}

/** A secret derived from another secret; only holders of the key can derive it. */
export function derive(key: Buffer, use: string, secret: string): string {
  return createHmac('sha256', key).update(`${use}:${secret}`).digest('base64url')
}

/** Compares in constant time. */
export function sameSecret(a: Buffer | string, b: Buffer | string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
