import { createChallenge, verifySolution, type Challenge, type Payload } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { hashOf } from '#accounts/server/secrets.ts'
import type { Executor } from '#platform/server/database/database.ts'

/** Keeps programs from submitting forms by the thousand. */
export type BotCheck = {
  /** The challenge for a browser; null when nothing is checked. */
  challenge(): Promise<object | null>
  /** Whether a solution is correct and was not used before. */
  holds(executor: Executor, solution: string): Promise<boolean>
  readonly isOn: boolean
}

/** For installations that show the product to anyone, and for tests of other things. */
export const noBotCheck: BotCheck = {
  isOn: false,
  challenge: () => Promise.resolve(null),
  holds: () => Promise.resolve(true),
}

const minutes = 10

/** Cost of the work: about half a second of a phone's processor per form. */
export const altchaCost = { cost: 2000, keyPrefix: '00' } as const

/**
 * ALTCHA: the browser does some work, which a person does not notice and which is expensive for a sender of thousands
 * of forms.
 */
export function altchaCheck(secret: string, now: () => Date): BotCheck {
  return {
    isOn: true,
    challenge: () =>
      createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        ...altchaCost,
        deriveKey,
        expiresAt: new Date(now().getTime() + minutes * 60_000),
        hmacSignatureSecret: secret,
      }),
    async holds(executor, solution) {
      const payload = payloadOf(solution)
      if (!payload) return false
      const { verified } = await verifySolution({
        challenge: payload.challenge,
        solution: payload.solution,
        deriveKey,
        hmacSignatureSecret: secret,
      }).catch(() => ({ verified: false }))
      return verified && (await spend(executor, payload.challenge))
    },
  }
}

/** Each challenge is valid for one form: its signature is stored until the challenge would expire anyway. */
async function spend(executor: Executor, challenge: Challenge): Promise<boolean> {
  const spent = await executor.execute({
    text: `insert into lintel.pending (hash, purpose, body, expires_on)
      values ($1, 'bot', '{}', now() + $2::float8 * interval '1 minute') on conflict (hash) do nothing`,
    values: [hashOf('bot', challenge.signature ?? ''), minutes + 1],
  })
  return spent > 0
}

function payloadOf(solution: string): Payload | undefined {
  try {
    const read = JSON.parse(Buffer.from(solution, 'base64').toString('utf8')) as Payload
    return typeof read.challenge === 'object' && typeof read.solution === 'object' ? read : undefined
  } catch {
    return undefined
  }
}
