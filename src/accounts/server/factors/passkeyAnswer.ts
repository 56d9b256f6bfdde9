import type { AuthenticationResponseJSON, AuthenticatorTransport } from '@simplewebauthn/server'
import type { PasskeySignIn } from '#accounts/identity.ts'
import type { IdentityDeps } from '#accounts/server/identity.ts'
import { derive } from '#accounts/server/secrets.ts'
import type { UserStatus } from '#accounts/status.ts'
import { fault } from '#faults/fault.ts'
import type { Executor } from '#platform/server/database/database.ts'

type Kept = {
  id: string
  userId: string
  status: UserStatus
  key: Buffer
  counter: number
  transports: AuthenticatorTransport[]
}

/** An authenticator's answer to the challenge of a ticket. */
export type PasskeyAnswer = Pick<PasskeySignIn, 'ticket' | 'response'>

/** The passkey named by an answer, with its owner. */
export async function keptPasskey(executor: Executor, { response }: PasskeyAnswer): Promise<Kept | undefined> {
  const [kept] = await executor.query<Kept>({
    text: `select passkey.id, user_id as "userId", status, public_key as key, counter::float8 as counter, transports
      from lintel.passkey join lintel."user" person on person.id = user_id where credential = $1`,
    values: [response.id],
  })
  return kept
}

/** The authenticator's counter behind an answer that is right; throws `identity.passkeyRefused` for any other. */
export async function counterOf(deps: IdentityDeps, kept: Kept, { ticket, response }: PasskeyAnswer): Promise<number> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: response as unknown as AuthenticationResponseJSON,
    expectedChallenge: expected(ticket),
    expectedOrigin: passkeyOrigin(deps),
    expectedRPID: hostOf(deps),
    requireUserVerification: true,
    credential: {
      id: response.id,
      publicKey: Uint8Array.from(kept.key),
      counter: kept.counter,
      transports: kept.transports,
    },
  }).catch(refused)
  if (!verified) throw fault('identity.passkeyRefused')
  return authenticationInfo.newCounter
}

/** A passkey was used. */
export async function keepUse(executor: Executor, { id }: Kept, counter: number): Promise<void> {
  await executor.execute({
    text: 'update lintel.passkey set counter = $2, last_used_on = now() where id = $1',
    values: [id, counter],
  })
}

/** One sentence for every reason; the reason is for the log. */
export function refused(error: unknown): never {
  const problem = fault('identity.passkeyRefused')
  problem.cause = error
  throw problem
}

/** The challenge of a ticket, derived from the ticket, so that nothing else is stored. */
export function challengeOf(ticket: string) {
  return Uint8Array.from(Buffer.from(derive(Buffer.from(ticket), 'challenge', 'passkey'), 'base64url'))
}

export function expected(ticket: string): string {
  return Buffer.from(challengeOf(ticket)).toString('base64url')
}

export function passkeyOrigin(deps: IdentityDeps): string {
  return new URL(deps.webAddress()).origin
}

export function hostOf(deps: IdentityDeps): string {
  return new URL(deps.webAddress()).hostname
}
