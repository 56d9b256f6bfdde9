import { ApiFault } from '#platform/web/apiFault.ts'
import { rememberMe, storedToken, storeRememberMe, storeToken } from '#platform/web/token.ts'

/** Specification 4: once the app is mounted, a refresh runs every 15 minutes. */
export const refreshEvery = 15 * 60_000
const retryAfter = 60_000
const answerWithin = 250

export type SessionMethod = 'cookie' | 'jwt'

/** What sign-in and refresh answer; `token` or `access_token` in jwt mode, neither in a session by cookie. */
export type SessionAnswer = { readonly token?: string | undefined; readonly access_token?: string | undefined }

export type RefreshRequest = { readonly method: SessionMethod; readonly mode: 'strict'; readonly remember_me: boolean }

export type SessionPorts = {
  readonly method: () => SessionMethod
  readonly refresh: (request: RefreshRequest) => Promise<SessionAnswer>
  /** True where no session is needed: there its end sends nobody away. */
  readonly onPublicPage: () => boolean
  /** Sends the person to the sign-out page and forgets what the session knew. */
  readonly leave: () => void
  readonly locks: Pick<LockManager, 'request'>
  readonly channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>
  readonly now: () => number
}

type Message =
  | { readonly kind: 'ask' }
  | { readonly kind: 'token'; readonly token: string | undefined; readonly remember: boolean }
  | { readonly kind: 'refreshed'; readonly at: number; readonly token: string | undefined }
  | { readonly kind: 'ended' }

/**
 * The session as the tabs of one browser share it (product 2.17): one tab refreshes for all, in jwt mode it hands the
 * token round, a new tab asks the others first, and the end of the session reaches every tab.
 */
export function createSession(ports: SessionPorts) {
  let refreshedAt = 0
  let running: Promise<boolean> | undefined
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel is bound to our origin
  const announce = (message: Message) => ports.channel.postMessage(message)
  ports.channel.addEventListener('message', (event) => hear((event as MessageEvent<Message>).data))

  function hear(message: Message): void {
    switch (message.kind) {
      case 'ask':
        if (storedToken() ?? rememberMe()) announce({ kind: 'token', token: storedToken(), remember: rememberMe() })
        return
      case 'token':
        storeRememberMe(message.remember)
        if (message.token && ports.method() === 'jwt') storeToken(message.token)
        return
      case 'refreshed':
        refreshedAt = message.at
        if (message.token && ports.method() === 'jwt') storeToken(message.token)
        return
      case 'ended':
        return forget()
    }
  }

  /** Takes over what sign-in answered. */
  function begin(answer: SessionAnswer, remember: boolean): void {
    storeRememberMe(remember)
    take(answer)
  }

  function take(answer: SessionAnswer): void {
    const token = answer.token ?? answer.access_token
    storeToken(ports.method() === 'jwt' ? token : undefined)
    refreshedAt = ports.now()
    announce({ kind: 'refreshed', at: refreshedAt, token: storedToken() })
  }

  /** Asks the other tabs for the token of a session that they may have; resolves when one answered or none did in time. */
  async function adopt(): Promise<void> {
    announce({ kind: 'ask' })
    if (ports.method() === 'cookie' || storedToken()) return
    const until = ports.now() + answerWithin
    while (!storedToken() && ports.now() < until) await pause(25)
  }

  /** Fresh access for a call that was refused; false when the session is over. Calls at the same time share one refresh. */
  function renew(): Promise<boolean> {
    const askedAt = ports.now()
    running ??= ports.locks.request('lintel.renew', () => renewOnce(askedAt)).finally(() => (running = undefined))
    return running
  }

  async function renewOnce(askedAt: number): Promise<boolean> {
    // Another tab did it while this one waited for the lock.
    if (refreshedAt > askedAt) return true
    try {
      take(await ports.refresh({ method: ports.method(), mode: 'strict', remember_me: rememberMe() }))
      return ports.method() === 'cookie' || storedToken() !== undefined
    } catch (error) {
      // Not being reached says nothing about the session: offline is not signed out.
      if (error instanceof ApiFault && (error.status === 0 || error.status >= 500 || error.status === 429)) throw error
      return false
    }
  }

  /** Removes the token and sends the person to sign out, here and in the other tabs. */
  function end(): void {
    announce({ kind: 'ended' })
    forget()
  }

  function forget(): void {
    storeToken(undefined)
    if (!ports.onPublicPage()) ports.leave()
  }

  /** One refresh of the running session. Specification 4: without a stored token, or when it fails, the session ends. */
  async function refreshNow(): Promise<void> {
    if (ports.onPublicPage()) return
    if (ports.method() === 'jwt' && !storedToken()) return end()
    if (!(await renew())) end()
  }

  /** Refreshes every 15 minutes for as long as `signal` lets it. One tab does it for all; when it closes, the next takes over. */
  function keepFresh(signal: AbortSignal): void {
    void ports.locks
      .request('lintel.refresh', { signal }, async () => {
        let tried = ports.now()
        while (!signal.aborted) {
          await pause(Math.max(refreshedAt, tried) + refreshEvery - ports.now(), signal)
          if (signal.aborted) return
          tried = await refreshNow().then(ports.now, () => ports.now() - refreshEvery + retryAfter)
        }
      })
      .catch(() => undefined)
  }

  return { begin, adopt, renew, end, refreshNow, keepFresh }
}

function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal?.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
}
