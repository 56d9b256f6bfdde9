import type { Resend, SignIn, SignUp, SignUpAnswer, Verify } from '#accounts/account.ts'
import type { AdmissionAnswer } from '#accounts/identity.ts'
import { placeAfterSignIn } from '#accounts/session.ts'
import { storeStep } from '#accounts/web/signIn/storedStep.ts'
import { session, sessionMethod } from '#accounts/web/session.ts'
import { api, ApiFault, forgetSession } from '#platform/web/http.ts'
import { forgetLastPlace } from '#platform/web/lastPlace.ts'
import type { SessionAnswer } from '#platform/web/session.ts'
import { storedToken } from '#platform/web/token.ts'

const auth = '/auth/security/v1'
const withoutSession = { session: 'none' } as const
export function signUp(draft: SignUp): Promise<SignUpAnswer> {
  return postChecked(`${auth}/signup`, draft)
}

export function resendCode(wish: Resend): Promise<void> {
  return postChecked(`${auth}/resend`, wish)
}

/** Where to go from here. */
export async function verify(wish: Omit<Verify, 'method' | 'mode'>, next?: string): Promise<string> {
  return enter(await api.post(`${auth}/verify`, withMethod(wish), withoutSession), wish.remember_me, next)
}

/** Where to go from here: the page that was wanted, or the one that asks for the second factor. */
export async function signIn(wish: Pick<SignIn, 'email' | 'password' | 'remember_me'>, next?: string): Promise<string> {
  return enter(await postChecked(`${auth}/signin`, withMethod(wish)), wish.remember_me, next)
}

/** Begins the session that was opened; a second factor that is wanted first is asked for by a page of its own. */
export function enter(answer: AdmissionAnswer, remember: boolean, next?: string | null): string {
  if ('second' in answer) {
    storeStep(secondStep, { ...answer.second, remember, next })
    return '/auth/second'
  }
  begin(answer as SessionAnswer, remember)
  return placeAfterSignIn(next)
}

export const secondStep = 'second_step'

/** A form that programs have to work for: the work is done when the server asks for it. */
export async function postChecked<Body>(path: string, body: object): Promise<Body> {
  try {
    return await api.post(path, body, withoutSession)
  } catch (error) {
    if (!(error instanceof ApiFault && error.code === 'identity.botCheck')) throw error
    const { botProof } = await import('#accounts/web/signUp/botProof.ts')
    return api.post(path, body, { ...withoutSession, headers: await botProof() })
  }
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

export function begin(answer: SessionAnswer, remember: boolean): void {
  forgetSession()
  session.begin(answer, remember)
}

export function withMethod<Wish extends object>(wish: Wish) {
  return { ...wish, method: sessionMethod(), mode: 'strict' as const }
}
