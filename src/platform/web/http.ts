import { ApiFault, faultOfAnswer, networkFault } from '#platform/web/apiFault.ts'
import { hostAddress, type Host } from '#platform/web/hosts.ts'
import { createTimedCache, type ClearMinutes } from '#platform/web/timedCache.ts'
import { browserZone } from '#language/web/formatPreferences.ts'
import { keptLocale } from '#language/web/localeChoice.ts'
import { storedToken } from '#platform/web/token.ts'
import { viewedIn } from '#platform/web/viewAs.ts'
import type { UploadProgress, sendByXhr } from '#platform/web/xhr.ts'

export { ApiFault } from '#platform/web/apiFault.ts'

export type CallOptions = {
  /** The API host unless another is named: 'ai', or `{environment: uri}` for an environment's own. */
  readonly host?: Host
  /** Sent instead of the stored token. */
  readonly bearer?: string
  /** `none`: the call signs in or up and rests on no session; it carries no token and its 401 ends nothing. */
  readonly session?: 'none'
  /** The version the change was made on (If-Match). */
  readonly etag?: string
  /** The same key on a repeated POST makes it happen once: see `newIdempotencyKey`. */
  readonly idempotencyKey?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

export type HttpAnswer<Body> = { readonly status: number; readonly body: Body; readonly etag: string | undefined }

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
type Parcel = { readonly method: Method; readonly path: string; readonly body?: unknown; readonly form?: FormData }
type SessionEnd = () => void
/** Asks whether a refused call is made all the same; answers the headers that say so. */
type Insist = (refusal: ApiFault) => Promise<Readonly<Record<string, string>> | undefined>

/** What the client needs of the browser, so that a test can stand in for it. */
export type Ports = {
  readonly fetch: typeof fetch
  readonly upload: typeof sendByXhr
  readonly now: () => number
}

/** Asks for a fresh access after a 401; false when the session is over. Set by the session, which itself calls through here. */
let renew: () => Promise<boolean> = () => Promise.resolve(false)
let endSession: SessionEnd = () => undefined
let insist: Insist = () => Promise.resolve(undefined)
let csrfToken: Promise<string | undefined> | undefined
const memories = new Set<() => void>()

/** Tells the client what to do when a call is answered 401: first `renew`, and when that fails, `end`. */
export function onSessionEnd(handlers: { renew: () => Promise<boolean>; end: SessionEnd }): void {
  renew = handlers.renew
  endSession = handlers.end
}

/** Tells the client who is asked when a call is in conflict with something (409). Set by the pages that can ask. */
export function onConflict(ask: Insist): void {
  insist = ask
}

/** Forgets the security token and every cached answer: another person may be signed in now. */
export function forgetSession(): void {
  csrfToken = undefined
  api.clearCache()
  for (const forget of memories) forget()
}

/** `forget` is called whenever what was loaded for a person must go. For memories that not every page has. */
export function onForgetSession(forget: () => void): void {
  memories.add(forget)
}

/** A key for `idempotencyKey`; make one per intention, not per try. */
export function newIdempotencyKey(): string {
  return crypto.randomUUID()
}

/** The HTTP client of specification 7. Every refusal is thrown as an ApiFault. */
export function createApi(ports: Ports) {
  const cache = createTimedCache(ports.now)

  async function bodyOf<Body>(parcel: Parcel, options: CallOptions = {}): Promise<Body> {
    return (await send<Body>(ports, parcel, options)).body
  }

  return {
    get: <Body>(path: string, options?: CallOptions) => bodyOf<Body>({ method: 'GET', path }, options),

    /** GET with status and ETag: with `etag`, an unchanged thing answers 304 without a body. */
    read: <Body>(path: string, options: CallOptions = {}) => send<Body>(ports, { method: 'GET', path }, options),

    /** GET that within the given minutes is answered from memory. */
    async getCached<Body>(path: string, minutes: ClearMinutes, options: CallOptions = {}): Promise<Body> {
      const key = hostAddress(path, options.host)
      const kept = cache.get(key)
      if (kept !== undefined) return kept as Body
      const body = await bodyOf<Body>({ method: 'GET', path }, options)
      cache.set(key, body, minutes)
      return body
    },

    /** Forgets cached answers; of one path and what lies below it when named. */
    clearCache: (path?: string, host?: Host) => cache.clear(path && hostAddress(path, host)),

    post: <Body>(path: string, body?: unknown, options?: CallOptions) =>
      bodyOf<Body>({ method: 'POST', path, body }, options),

    patch: <Body>(path: string, body: unknown, options?: CallOptions) =>
      bodyOf<Body>({ method: 'PATCH', path, body }, options),

    put: <Body>(path: string, body: unknown, options?: CallOptions) =>
      bodyOf<Body>({ method: 'PUT', path, body }, options),

    /** Creates by POST when the body has no id; otherwise updates by PATCH, or by the method given, at `{path}/{id}`. */
    save<Body>(
      path: string,
      body: { readonly id?: string | undefined },
      options: CallOptions & { method?: 'PATCH' | 'PUT' | 'POST' } = {},
    ) {
      if (!body.id) return bodyOf<Body>({ method: 'POST', path, body }, options)
      return bodyOf<Body>({ method: options.method ?? 'PATCH', path: `${path}/${body.id}`, body }, options)
    },

    remove: <Body = undefined>(path: string, options?: CallOptions) =>
      bodyOf<Body>({ method: 'DELETE', path }, options),

    /** A prediction, POSTed to the AI host. */
    predict: <Body>(path: string, body: unknown, options?: CallOptions) =>
      bodyOf<Body>({ method: 'POST', path, body }, { host: 'ai', ...options }),

    /** A file that a POST answers with; without a body, a GET. */
    async download(path: string, body: unknown, options: CallOptions = {}): Promise<Blob> {
      const ask = async () => {
        const method = body === undefined ? 'GET' : 'POST'
        const headers = await headersOf(ports, { method, path, body }, options)
        const init: RequestInit = { method, credentials: 'include', headers }
        if (body !== undefined) init.body = JSON.stringify(body)
        if (options.signal) init.signal = options.signal
        return reach(() => ports.fetch(hostAddress(path, options.host), init), options.signal)
      }
      const first = await ask()
      const response = first.status === 401 && (await renew()) ? await ask() : first
      if (!response.ok) throw faultOfAnswer(response.status, await readBody(response))
      return response.blob()
    },

    /** Multipart upload by POST; `onProgress` hears how much of the body has left. */
    async upload<Body>(
      path: string,
      form: FormData,
      options: CallOptions & { onProgress?: UploadProgress } = {},
    ): Promise<Body> {
      if (!options.onProgress) return bodyOf<Body>({ method: 'POST', path, form }, options)
      const headers = await headersOf(ports, { method: 'POST', path, form }, options)
      const { onProgress, signal } = options
      const answer = await ports.upload(hostAddress(path, options.host), form, headers, onProgress, signal)
      if (answer.status === 401 && (await renew())) return bodyOf<Body>({ method: 'POST', path, form }, options)
      if (answer.status < 200 || answer.status > 299) throw faultOfAnswer(answer.status, answer.body)
      return answer.body as Body
    },
  }
}

async function send<Body>(ports: Ports, parcel: Parcel, options: CallOptions): Promise<HttpAnswer<Body>> {
  try {
    return await once<Body>(ports, parcel, options)
  } catch (error) {
    if (!(error instanceof ApiFault)) throw error
    if (error.code === 'request.crossSite' && csrfToken) {
      csrfToken = undefined
      return once<Body>(ports, parcel, options)
    }
    if (error.status === 409) {
      const headers = await insist(error)
      if (headers) return once<Body>(ports, parcel, { ...options, headers: { ...options.headers, ...headers } })
    }
    if (error.status !== 401 || options.session === 'none' || options.bearer) throw error
    if (await renew()) return once<Body>(ports, parcel, options)
    endSession()
    throw error
  }
}

async function once<Body>(ports: Ports, parcel: Parcel, options: CallOptions): Promise<HttpAnswer<Body>> {
  const headers = await headersOf(ports, parcel, options)
  const init: RequestInit = { method: parcel.method, credentials: 'include', headers }
  if (parcel.body !== undefined) init.body = JSON.stringify(parcel.body)
  if (parcel.form) init.body = parcel.form
  if (options.signal) init.signal = options.signal
  const response = await reach(() => ports.fetch(hostAddress(parcel.path, options.host), init), options.signal)
  const body = await readBody(response)
  const etag = response.headers.get('etag') ?? undefined
  if (!response.ok && response.status !== 304) throw faultOfAnswer(response.status, body, etag)
  return { status: response.status, body: body as Body, etag }
}

async function headersOf(ports: Ports, parcel: Parcel, options: CallOptions): Promise<Record<string, string>> {
  const token = options.bearer ?? (options.session === 'none' ? undefined : storedToken())
  const headers: Record<string, string> = {
    accept: 'application/json',
    'x-locale': keptLocale() ?? documentLocale(),
    'x-time-zone': browserZone,
  }
  if (token) headers['authorization'] = `Bearer ${token}`
  // With a token the type is named on GETs too, as the specification has it; a call without a body must not announce one.
  if (parcel.body !== undefined || (token && parcel.method === 'GET')) headers['content-type'] = 'application/json'
  if (options.etag) headers[parcel.method === 'GET' ? 'if-none-match' : 'if-match'] = options.etag
  const viewed = viewedIn(parcel.path)
  if (viewed) headers['x-view-as'] = viewed
  if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey
  if (parcel.method !== 'GET' && !token && options.session !== 'none') {
    const csrf = await (csrfToken ??= fetchCsrf(ports))
    if (csrf) headers['x-csrf-token'] = csrf
  }
  return { ...headers, ...options.headers }
}

/** POST /csrf/v1/create with an empty body. Without a session there is none to protect, and the call itself tells. */
async function fetchCsrf(ports: Ports): Promise<string | undefined> {
  const { body } = await once<{ token: string }>(
    ports,
    { method: 'POST', path: '/csrf/v1/create' },
    { session: 'none' },
  ).catch((error: unknown) => {
    csrfToken = undefined
    if (error instanceof ApiFault && error.status === 401) return { body: undefined }
    throw error
  })
  return body?.token
}

async function reach(call: () => Promise<Response>, signal: AbortSignal | undefined): Promise<Response> {
  try {
    return await call()
  } catch (error) {
    if (signal?.aborted) throw error
    throw networkFault(error)
  }
}

async function readBody(response: Response): Promise<unknown> {
  if (response.status === 204 || response.status === 304) return undefined
  const text = await response.text().catch((error: unknown) => {
    throw networkFault(error)
  })
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function documentLocale(): string {
  return document.documentElement.lang || 'en'
}

/** The one client of the web app. */
export const api = createApi({
  fetch: (input, init) => window.fetch(input, init),
  // Few pages ever send a file.
  upload: async (...parcel) => (await import('#platform/web/xhr.ts')).sendByXhr(...parcel),
  now: () => Date.now(),
})
