import { publicPage, refreshMethod } from '#accounts/session.ts'
import { api, forgetSession, onSessionEnd } from '#platform/web/http.ts'
import { createSession, type SessionAnswer, type SessionPorts } from '#platform/web/session.ts'
import { storedToken } from '#platform/web/token.ts'

/** How this page signs in, as the specification has it. */
export function sessionMethod() {
  return refreshMethod({ secureContext: window.isSecureContext, cookiesEnabled: navigator.cookieEnabled })
}

/** The session of this browser. */
export const session = createSession({
  method: sessionMethod,
  refresh: (request) => {
    const token = storedToken()
    return api.post<SessionAnswer>('/auth/security/v1/refresh', request, {
      session: 'none',
      ...(token ? { bearer: token } : {}),
    })
  },
  onPublicPage: () => publicPage(window.location.pathname),
  leave,
  locks: locksOf(navigator),
  channel: new BroadcastChannel('lintel.session'),
  now: () => Date.now(),
})

let known = false

/** Called once it is known that someone is signed in: from then on, a failing refresh is the end of a session. */
export function sessionIsKnown(): void {
  known = true
}

/** Joins the session that the browser may have, keeps it fresh, and watches the client for its end. */
export async function startSession(): Promise<void> {
  onSessionEnd({ renew: session.renew, end: () => known && session.end() })
  await session.adopt()
  session.keepFresh(new AbortController().signal)
}

/** A new page forgets everything that this one has loaded for the person. */
function leave(): void {
  forgetSession()
  window.location.assign('/auth/signout')
}

/** Without a secure context there are no locks; each tab then refreshes by itself. */
function locksOf({ locks }: { readonly locks?: LockManager }): SessionPorts['locks'] {
  if (locks) return locks
  const request = (_name: string, ...rest: unknown[]) => Promise.resolve((rest.at(-1) as () => unknown)())
  return { request }
}
