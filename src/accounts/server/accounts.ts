import type { PasswordPolicy } from '#accounts/password.ts'
import type { UserPlace } from '#accounts/user.ts'
import type { CountCall } from '#accounts/server/signIn/callCounter.ts'
import type { Session, SessionLookup } from '#accounts/server/sessions/sessionLookup.ts'
import { fault } from '#faults/fault.ts'
import type { Context, BaseContext } from '#platform/server/context.ts'
import type { Mailer } from '#platform/server/mail/mail.ts'
import type { Texter } from '#platform/server/sms/sms.ts'

export { rateLimitKey } from '#accounts/server/signIn/rateLimitKey.ts'
export type { Session } from '#accounts/server/sessions/sessionLookup.ts'
export { forgive, throttle, uncount, type Policy } from '#accounts/server/signIn/throttle.ts'

/** The context of a request whose person is known. */
export type UserContext = Context & { readonly session: Session }

/** Dependencies of accounts, beside a request's context. */
export type AccountDeps = {
  readonly ground: BaseContext
  readonly mailer: Mailer
  /** Sends short messages; without it phones cannot be verified, and no screen offers the verification. */
  readonly texter: Texter | undefined
  readonly sessions: SessionLookup
  /** Whether a host takes tokens and keys only, as the own hosts of environments do. */
  readonly takesTokensOnly: (host: string) => boolean
  /** Counts each call and refuses calls over the limit; undefined means no limit. */
  readonly countCall?: CountCall
  /** The address of the web app, such as `https://lintel.example.com`: the start of links in mails. */
  readonly webAddress: () => string
  /** Called when people changed their names, for stores with copies of the names. */
  readonly personRenamed: (person: Person) => Promise<void>
  /** Tables whose `user_id` says that a person owns something. */
  readonly holders: readonly string[]
  /** Which passwords people may choose. */
  readonly passwords: PasswordPolicy
  /** The installation's secret. */
  readonly secret: string
  /** The former secret while the secret is being changed. */
  readonly previousSecret?: string | undefined
  /** The ids of those with whom a person shares an environment. */
  readonly colleagues: (userId: string) => Promise<readonly string[]>
  /** The environments of a person. */
  readonly placesOf: (userId: string) => Promise<readonly UserPlace[]>
  /** The names of environments in which a person is the only administrator and not the only member. */
  readonly administeredAlone: (userId: string) => Promise<readonly string[]>
}

export type Person = { readonly id: string; readonly firstname: string; readonly lastname: string }

/** The context of a request that came with a session, on the clocks that the person has set. Throws `session.required` without one. */
export function userContext(request: { readonly context: Context; readonly session: Session | null }): UserContext {
  if (!request.session) throw fault('session.required')
  const { context, session } = request
  return { ...context, session, timeZone: session.user.timeZone ?? context.timeZone }
}
