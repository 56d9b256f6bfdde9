import type { Resend, SignIn, SignUp, SignUpAnswer, Verify } from '#accounts/account.ts'
import { session, sessionMethod } from '#accounts/web/session.ts'
import { api, forgetSession } from '#platform/web/http.ts'
import { forgetLastPlace } from '#platform/web/lastPlace.ts'
import type { SessionAnswer } from '#platform/web/session.ts'
import { storedToken } from '#platform/web/token.ts'

const auth = '/auth/security/v1'
const withoutSession = { session: 'none' } as const
export function signUp(draft: SignUp): Promise<SignUpAnswer> {
  return api.post(`${auth}/signup`, draft, withoutSession)
}

export function resendCode(wish: Resend): Promise<void> {
  return api.post(`${auth}/resend`, wish, withoutSession)
}

export async function verify(wish: Omit<Verify, 'method' | 'mode'>): Promise<void> {
  begin(await api.post<SessionAnswer>(`${auth}/verify`, withMethod(wish), withoutSession), wish.remember_me)
}

export async function signIn(wish: Pick<SignIn, 'email' | 'password' | 'remember_me'>): Promise<void> {
  begin(await api.post<SessionAnswer>(`${auth}/signin`, withMethod(wish), withoutSession), wish.remember_me)
}

/** Ends the session on the server and in every tab. */
export async function signOut(): Promise<void> {
  const token = storedToken()
  forgetSession()
  // Not being reached leaves the server's half to its own end; this browser is signed out in any case.
  await api
    .post(`${auth}/signout`, undefined, { ...withoutSession, ...(token ? { bearer: token } : {}) })
    .catch(() => undefined)
  forgetLastPlace()
  session.end()
}

function begin(answer: SessionAnswer, remember: boolean): void {
  forgetSession()
  session.begin(answer, remember)
}

function withMethod<Wish extends object>(wish: Wish) {
  return { ...wish, method: sessionMethod(), mode: 'strict' as const }
}
