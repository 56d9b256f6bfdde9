import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { begin, withMethod } from '#accounts/web/accounts.client.ts'
import { api } from '#platform/web/http.ts'
import type { SessionAnswer } from '#platform/web/session.ts'

const auth = '/auth/security/v1/passkey'
const withoutSession = { session: 'none' } as const

type Started<Options> = { readonly ticket: string; readonly options: Options }

/** Signs in by whichever passkey the person chooses. False when they would rather not. */
export async function signInByPasskey(remember: boolean): Promise<boolean> {
  const started = await api.post<Started<PublicKeyCredentialRequestOptionsJSON>>(`${auth}/start`, {}, withoutSession)
  const response = await startAuthentication({ optionsJSON: started.options }).catch(orNone)
  if (!response) return false
  const wish = withMethod({ ticket: started.ticket, response, remember_me: remember })
  begin(await api.post<SessionAnswer>(`${auth}/finish`, wish, withoutSession), remember)
  return true
}

/** Proves by a passkey of the signed-in person that it is they. False when they would rather not. */
export async function confirmByPasskey(): Promise<boolean> {
  const started = await api.post<Started<PublicKeyCredentialRequestOptionsJSON>>('/user/v1/confirm/passkey')
  const response = await startAuthentication({ optionsJSON: started.options }).catch(orNone)
  if (!response) return false
  await api.post('/user/v1/confirm', { ticket: started.ticket, response })
  return true
}

/** Has the browser make a passkey. Undefined when the person would rather not. */
export async function makePasskey() {
  const { ticket, options } = await api.post<Started<PublicKeyCredentialCreationOptionsJSON>>(
    '/user/v1/passkey/start',
    {},
  )
  const response = await startRegistration({ optionsJSON: options }).catch(orNone)
  return response && { ticket, response }
}

/** Closing the browser's own window is no failure; it has no other name for it. */
function orNone(error: unknown): undefined {
  if (error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)) return undefined
  throw error
}
