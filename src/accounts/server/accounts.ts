import type { Session, SessionLookup } from '#accounts/server/sessionLookup.ts'
import { fault } from '#faults/fault.ts'
import type { Context, Ground } from '#platform/server/context.ts'
import type { Mailer } from '#platform/server/mail/mail.ts'

export type { Session } from '#accounts/server/sessionLookup.ts'

/** The context of a request whose person is known. */
export type UserContext = Context & { readonly session: Session }

/** What the accounts concept needs besides a request's context. */
export type AccountDeps = {
  readonly ground: Ground
  readonly mailer: Mailer
  readonly sessions: SessionLookup
  /** The address of the web app, `https://lintel.example.com`: what links in mails begin with. */
  readonly webAddress: () => string
  /** Told when people changed their names, for whoever keeps copies of them. */
  readonly personRenamed: (person: Person) => Promise<void>
}

export type Person = { readonly id: string; readonly firstname: string; readonly lastname: string }

/** The context of a request that came with a session. Throws `session.required` without one. */
export function userContext(request: { readonly context: Context; readonly session: Session | null }): UserContext {
  if (!request.session) throw fault('session.required')
  return { ...request.context, session: request.session }
}
