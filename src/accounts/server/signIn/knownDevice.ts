import { createHmac, randomBytes } from 'node:crypto'
import { sameSecret } from '#accounts/server/secrets.ts'

/**
 * A browser with an earlier sign-in is known to the account. Its attempts are counted separately, so that a stranger
 * who keeps guessing slows only strangers, never the owner (OWASP: device cookies).
 */
export const deviceCookie = '__Host-lintel-device'

/** A known browser is forgotten after a year without a sign-in, in seconds. */
export const deviceLifetime = 365 * 86_400
const mostAccounts = 5

/** The name under which the tries of a known browser for an address are counted; undefined for a stranger. */
export function knownDevice(secret: string, cookie: string | undefined, email: string): string | undefined {
  return marksOf(cookie).find((mark) => {
    const [id = '', seal = ''] = mark.split('.')
    return sameSecret(seal, sealOf(secret, id, email))
  })
}

/** The cookie of a browser after a sign-in, with the accounts that the cookie named before. */
export function rememberDevice(secret: string, cookie: string | undefined, email: string): string {
  const known = knownDevice(secret, cookie, email)
  const id = randomBytes(12).toString('base64url')
  const others = marksOf(cookie).filter((mark) => mark !== known)
  return [known ?? `${id}.${sealOf(secret, id, email)}`, ...others].slice(0, mostAccounts).join('~')
}

function marksOf(cookie: string | undefined): string[] {
  return (cookie ?? '')
    .split('~')
    .slice(0, mostAccounts)
    .filter((mark) => /^[\w-]{16}\.[\w-]{43}$/.test(mark))
}

function sealOf(secret: string, id: string, email: string): string {
  return createHmac('sha256', secret).update(`lintel: device ${id} ${email}`).digest('base64url')
}
