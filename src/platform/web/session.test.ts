import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiFault } from '#platform/web/apiFault.ts'
import { createSession, refreshEvery, type SessionPorts } from '#platform/web/session.ts'
import { rememberMe, storedToken, storeRememberMe, storeToken } from '#platform/web/token.ts'

/** Locks as navigator.locks gives them within one page: one holder a name, the others wait. */
function oneLock(): SessionPorts['locks'] {
  const queues = new Map<string, Promise<unknown>>()
  const request = (name: string, ...rest: unknown[]) => {
    const work = rest.at(-1) as () => Promise<unknown>
    const turn = (queues.get(name) ?? Promise.resolve()).then(work)
    queues.set(
      name,
      turn.catch(() => undefined),
    )
    return turn
  }
  return { request }
}

function setUp(change: Partial<SessionPorts> = {}) {
  const said: unknown[] = []
  let hear: (event: MessageEvent) => void = () => undefined
  const ports: SessionPorts = {
    method: () => 'jwt',
    refresh: vi.fn(async () => ({ token: 'fresh' })),
    onPublicPage: () => false,
    leave: vi.fn(),
    locks: oneLock(),
    channel: {
      postMessage: (message: unknown) => void said.push(message),
      addEventListener: (_type: string, listener: unknown) => void (hear = listener as typeof hear),
    },
    now: () => Date.now(),
    ...change,
  }
  return { ports, said, session: createSession(ports), hear: (data: unknown) => hear({ data } as MessageEvent) }
}

beforeEach(() => {
  vi.useFakeTimers()
  window.sessionStorage.clear()
})
afterEach(() => void vi.useRealTimers())

describe('the session', () => {
  test('[R323] [R522] once mounted, a refresh runs every 15 minutes', async () => {
    storeToken('t1')
    const { session, ports } = setUp()
    const stop = new AbortController()
    session.keepFresh(stop.signal)
    await vi.advanceTimersByTimeAsync(refreshEvery - 1)
    expect(ports.refresh).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(ports.refresh).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(2 * refreshEvery)
    expect(ports.refresh).toHaveBeenCalledTimes(3)
    stop.abort()
    await vi.advanceTimersByTimeAsync(2 * refreshEvery)
    expect(ports.refresh).toHaveBeenCalledTimes(3)
  })

  test('[R423] [R424] the refresh names method, mode strict and remember_me', async () => {
    storeToken('t1')
    storeRememberMe(true)
    const { session, ports } = setUp()
    await session.refreshNow()
    expect(ports.refresh).toHaveBeenCalledWith({ method: 'jwt', mode: 'strict', remember_me: true })
  })

  test('[R425] with method jwt the answer is read for token or access_token', async () => {
    const { session } = setUp()
    session.begin({ token: 'a' }, false)
    expect(storedToken()).toBe('a')
    session.begin({ access_token: 'b' }, false)
    expect(storedToken()).toBe('b')
  })

  test('[R327] [R328] remember_me and access_token are kept in session storage', () => {
    setUp().session.begin({ token: 'a' }, true)
    expect(window.sessionStorage.getItem('access_token')).toBe('a')
    expect(window.sessionStorage.getItem('remember_me')).toBe('true')
  })

  test('[R325] a token-based session without a stored token is sent to sign-out', async () => {
    const { session, ports } = setUp()
    await session.refreshNow()
    expect(ports.refresh).not.toHaveBeenCalled()
    expect(ports.leave).toHaveBeenCalledTimes(1)
  })

  test('[R326] [R501] when the refresh fails, the token is removed and the person is sent to sign-out', async () => {
    storeToken('t1')
    const refresh = () => Promise.reject(new ApiFault(401, 'session.refreshFailed', 'No.'))
    const { session, ports, said } = setUp({ refresh })
    await session.refreshNow()
    expect(storedToken()).toBeUndefined()
    expect(ports.leave).toHaveBeenCalledTimes(1)
    expect(said).toContainEqual({ kind: 'ended' })
  })

  test('not reaching the server does not end the session', async () => {
    storeToken('t1')
    const { session, ports } = setUp({ refresh: () => Promise.reject(new ApiFault(0, 'network', 'network')) })
    await expect(session.refreshNow()).rejects.toMatchObject({ code: 'network' })
    expect(storedToken()).toBe('t1')
    expect(ports.leave).not.toHaveBeenCalled()
  })

  test('[R324] the token is per tab: other tabs get the fresh one, a new tab asks for it', async () => {
    const { session, said, hear } = setUp()
    session.begin({ token: 'mine' }, true)
    hear({ kind: 'ask' })
    expect(said.at(-1)).toEqual({ kind: 'token', token: 'mine', remember: true })
    hear({ kind: 'refreshed', at: Date.now(), token: 'newer' })
    expect(storedToken()).toBe('newer')

    window.sessionStorage.clear()
    const tab = setUp()
    const adopted = tab.session.adopt()
    expect(tab.said).toEqual([{ kind: 'ask' }])
    tab.hear({ kind: 'token', token: 'newer', remember: true })
    await vi.advanceTimersByTimeAsync(50)
    await adopted
    expect(storedToken()).toBe('newer')
    expect(rememberMe()).toBe(true)
  })

  test('calls refused at the same time share one refresh', async () => {
    storeToken('t1')
    const { session, ports } = setUp()
    expect(await Promise.all([session.renew(), session.renew(), session.renew()])).toEqual([true, true, true])
    expect(ports.refresh).toHaveBeenCalledTimes(1)
  })
})
