import type { CookieSerializeOptions } from '@fastify/cookie'
import type { SignInAnswer } from '#accounts/account.ts'
import { accessCookie, accessLifetime, refreshCookie, sessionLife } from '#accounts/session.ts'
import { deviceCookie, deviceLifetime } from '#accounts/server/signIn/knownDevice.ts'
import type { Tokens } from '#accounts/server/sessions/sessions.ts'

/** The part of a reply that sets and clears cookies. */
type Reply = {
  setCookie(name: string, value: string, options: CookieSerializeOptions): unknown
  clearCookie(name: string, options: CookieSerializeOptions): unknown
}

// `__Host-` asks for Secure, the path / and no domain: so an environment's host never gets them.
const base = { path: '/', secure: true, httpOnly: true } as const

/** Hands out the tokens of a session: in cookies that no script reads, or in the answer with method jwt. */
export function answerTokens(reply: Reply, tokens: Tokens): SignInAnswer {
  if (tokens.method === 'jwt') return { token: tokens.access, expires_in: accessLifetime }
  const sameSite = tokens.mode
  const remembered = tokens.rememberMe
  reply.setCookie(accessCookie, tokens.access, {
    ...base,
    sameSite,
    ...(remembered ? { maxAge: accessLifetime } : {}),
  })
  reply.setCookie(refreshCookie, tokens.refresh, {
    ...base,
    sameSite,
    ...(remembered ? { maxAge: sessionLife.remembered.rest } : {}),
  })
  return { expires_in: accessLifetime }
}

/** Makes the browser known to the account of an address, in which somebody has just signed in. */
export function keepDevice(reply: Reply & { readonly request: { readonly tokensOnly: boolean } }, value: string): void {
  if (reply.request.tokensOnly) return
  reply.setCookie(deviceCookie, value, { ...base, sameSite: 'strict', maxAge: deviceLifetime })
}

export function clearTokens(reply: Reply): void {
  reply.clearCookie(accessCookie, base)
  reply.clearCookie(refreshCookie, base)
}
