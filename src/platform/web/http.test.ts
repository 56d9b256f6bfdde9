import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiFault, createApi, forgetSession, onConflict, onSessionEnd } from '#platform/web/http.ts'
import { nameHosts } from '#platform/web/hosts.ts'
import { clearDurations, createTimedCache } from '#platform/web/timedCache.ts'
import { storeToken } from '#platform/web/token.ts'

type Call = { address: string; init: RequestInit; headers: Record<string, string> }

/** A client whose server answers by `reply`; security tokens are given out by themselves. */
function setUp(reply: (call: Call, index: number) => Response = () => Response.json({})) {
  const calls: Call[] = []
  const clock = { now: 0 }
  const uploads: { address: string; headers: Readonly<Record<string, string>> }[] = []
  const api = createApi({
    fetch: async (address, init = {}) => {
      const call = { address: String(address), init, headers: init.headers as Record<string, string> }
      calls.push(call)
      if (call.address === '/api/csrf/v1/create') return Response.json({ token: `csrf-${calls.length}` })
      return reply(call, calls.filter((each) => !each.address.includes('csrf')).length - 1)
    },
    upload: async (address, _form, headers, onProgress) => {
      uploads.push({ address, headers })
      onProgress(5, 10)
      return { status: 200, body: { id: '1' } }
    },
    now: () => clock.now,
  })
  return { api, calls, clock, uploads }
}

function refusal(status: number, code: string): Response {
  return Response.json({ error: { code, message: 'No.', innererror: { requestId: 'r1' } } }, { status })
}

beforeEach(() => {
  forgetSession()
  storeToken(undefined)
  onSessionEnd({ renew: async () => false, end: () => undefined })
  onConflict(async () => undefined)
  nameHosts({ api: '/api', ai: '/api', environment: '/api' })
})

describe('calls', () => {
  test('[R408] [R410] every request goes to the API host with credentials', async () => {
    const { api, calls } = setUp()
    await api.get('/region/v1')
    await api.post('/env/v1', { name: 'Acme' })
    expect(calls.map((call) => call.init.credentials)).toEqual(['include', 'include', 'include'])
    expect(calls[0]?.address).toBe('/api/region/v1')
  })

  test('[R407] [R409] with a token, the bearer header and the JSON content type are added', async () => {
    const { api, calls } = setUp()
    await api.get('/env/v1')
    storeToken('t1')
    await api.get('/env/v1')
    await api.post('/env/v1', {})
    expect(calls[0]?.headers).not.toHaveProperty('authorization')
    for (const call of calls.slice(1)) {
      expect(call.headers).toMatchObject({ authorization: 'Bearer t1', 'content-type': 'application/json' })
    }
  })

  test('[R411] GET to the host of an environment', async () => {
    nameHosts({ environment: 'http://{uri}.localhost:3000/api' })
    const { api, calls } = setUp()
    await api.get('/odata/v1/invoices', { host: { environment: 'acme' } })
    expect(calls[0]?.address).toBe('http://acme.localhost:3000/api/odata/v1/invoices')
  })

  test('[R413] POST sends a JSON body', async () => {
    const { api, calls } = setUp()
    await api.post('/env/v1', { name: 'Acme' })
    expect(calls.at(-1)?.init).toMatchObject({ method: 'POST', body: '{"name":"Acme"}' })
  })

  test('[R414] save is POST when the body has no id, otherwise PATCH or the given method', async () => {
    const { api, calls } = setUp()
    storeToken('t1')
    await api.save('/env/v1', { id: undefined })
    await api.save('/env/v1', { id: '7' })
    await api.save('/env/v1', { id: '7' }, { method: 'PUT' })
    expect(calls.map((call) => `${call.init.method} ${call.address}`)).toEqual([
      'POST /api/env/v1',
      'PATCH /api/env/v1/7',
      'PUT /api/env/v1/7',
    ])
  })

  test('[R415] an explicit bearer token is sent instead of the stored one', async () => {
    const { api, calls } = setUp()
    storeToken('stored')
    await api.post('/env/v1', {}, { bearer: 'given' })
    expect(calls[0]?.headers['authorization']).toBe('Bearer given')
  })

  test('[R416] DELETE, with the version it was made on', async () => {
    const { api, calls } = setUp(() => new Response(null, { status: 204 }))
    storeToken('t1')
    expect(await api.remove('/env/v1/7', { etag: '"3"' })).toBeUndefined()
    expect(calls[0]?.init.method).toBe('DELETE')
    expect(calls[0]?.headers['if-match']).toBe('"3"')
  })

  test('[R417] a file is uploaded as a multipart form by POST, with progress', async () => {
    const { api, calls, uploads } = setUp()
    storeToken('t1')
    const form = new FormData()
    await api.upload('/import/v1/e', form)
    expect(calls[0]?.init).toMatchObject({ method: 'POST', body: form })
    expect(calls[0]?.headers).not.toHaveProperty('content-type')
    const heard = vi.fn()
    expect(await api.upload('/import/v1/e', form, { onProgress: heard })).toEqual({ id: '1' })
    expect(heard).toHaveBeenCalledWith(5, 10)
    expect(uploads[0]?.headers['authorization']).toBe('Bearer t1')
  })

  test('[R418] predictions are POSTed to the ai host', async () => {
    nameHosts({ ai: 'https://ai.example.com' })
    const { api, calls } = setUp()
    await api.predict('/ai/entity/v1/e', { sentence: 'a shop' }, { session: 'none' })
    expect(calls[0]?.address).toBe('https://ai.example.com/ai/entity/v1/e')
    expect(calls[0]?.init.method).toBe('POST')
  })
})

describe('the time-limited cache', () => {
  test('[R412] a cached GET asks again only after its minutes', async () => {
    const { api, calls, clock } = setUp(() => Response.json({ value: [] }))
    await api.getCached('/region/v1', 5)
    clock.now = 4 * 60_000
    await api.getCached('/region/v1', 5)
    expect(calls).toHaveLength(1)
    clock.now = 5 * 60_000
    await api.getCached('/region/v1', 5)
    expect(calls).toHaveLength(2)
  })

  test('[R483] it holds at most 24 entries', () => {
    const cache = createTimedCache(() => 0)
    for (let index = 0; index < 30; index++) cache.set(`k${index}`, index, 5)
    expect(cache.size()).toBe(24)
    expect(cache.get('k5')).toBeUndefined()
    expect(cache.get('k29')).toBe(29)
  })

  test('[R484] [R485] [R486] [R487] [R488] entries are cleared after 1, 5, 10, 30 or 60 minutes', () => {
    expect(clearDurations).toEqual([1, 5, 10, 30, 60])
    for (const minutes of clearDurations) {
      const clock = { now: 0 }
      const cache = createTimedCache(() => clock.now)
      cache.set('k', 'v', minutes)
      clock.now = minutes * 60_000 - 1
      expect(cache.get('k')).toBe('v')
      clock.now += 1
      expect(cache.get('k')).toBeUndefined()
    }
  })
})

describe('security tokens, refusals and the end of a session', () => {
  test('an unsafe call of a cookie session carries a security token, fetched once', async () => {
    const { api, calls } = setUp()
    await api.post('/env/v1', {})
    await api.patch('/env/v1/7', {})
    const tokens = calls.filter((call) => !call.address.includes('csrf')).map((call) => call.headers['x-csrf-token'])
    expect(new Set(tokens).size).toBe(1)
    expect(tokens[0]).toMatch(/^csrf-/)
  })

  test('an expired security token is fetched once more', async () => {
    const { api, calls } = setUp((_call, index) =>
      index === 0 ? refusal(403, 'request.crossSite') : Response.json({}),
    )
    await api.post('/env/v1', {})
    expect(calls.filter((call) => call.address === '/api/env/v1')).toHaveLength(2)
  })

  test('a 401 asks for fresh access once; when that fails, the session ends', async () => {
    const end = vi.fn()
    const renew = vi.fn(async () => true)
    onSessionEnd({ renew, end })
    const { api } = setUp((_call, index) => (index === 0 ? refusal(401, 'session.required') : Response.json({ ok: 1 })))
    expect(await api.get('/env/v1')).toEqual({ ok: 1 })
    onSessionEnd({ renew: async () => false, end })
    const over = setUp(() => refusal(401, 'session.required'))
    await expect(over.api.get('/env/v1')).rejects.toThrow(ApiFault)
    expect(end).toHaveBeenCalledTimes(1)
    await expect(over.api.post('/auth/security/v1/signin', {}, { session: 'none' })).rejects.toThrow(ApiFault)
    expect(end).toHaveBeenCalledTimes(1)
  })

  test('a conflict is asked about once: the call goes again with what the answer says, or is refused', async () => {
    const ask = vi.fn(async () => ({ 'x-override-reason': 'because' }))
    onConflict(ask)
    const { api, calls } = setUp((_call, index) =>
      index === 0 ? refusal(409, 'permissionTest.failed') : Response.json({ ok: 1 }),
    )
    expect(await api.patch('/security/v1/e/role/r', { name: 'A' }, { etag: '"2"' })).toEqual({ ok: 1 })
    const last = calls.at(-1)
    expect(last?.headers).toMatchObject({ 'x-override-reason': 'because', 'if-match': '"2"' })
    expect(last?.init.body).toBe('{"name":"A"}')
    const again = setUp(() => refusal(409, 'permissionTest.failed'))
    await expect(again.api.post('/security/v1/e/role', {})).rejects.toMatchObject({ code: 'permissionTest.failed' })
    expect(ask).toHaveBeenCalledTimes(2)
    onConflict(async () => undefined)
    const left = setUp(() => refusal(409, 'definition.inUse'))
    await expect(left.api.post('/env/v1', {})).rejects.toMatchObject({ code: 'definition.inUse' })
    expect(left.calls.filter(({ address }) => address === '/api/env/v1')).toHaveLength(1)
  })

  test('a refusal tells status, code, fields and request id; no answer is the fault "network"', async () => {
    const { api } = setUp(() =>
      Response.json(
        {
          error: {
            code: 'validation.failed',
            message: 'One value needs your attention.',
            details: [{ code: 'validation.uriTaken', message: 'Taken.', target: 'uri' }],
            innererror: { requestId: 'r9' },
          },
        },
        { status: 422, headers: { etag: '"4"' } },
      ),
    )
    const refused = await api.get('/env/v1').catch((error: unknown) => error)
    expect(refused).toMatchObject({ status: 422, code: 'validation.failed', requestId: 'r9', etag: '"4"' })
    expect((refused as ApiFault).details[0]?.target).toBe('uri')
    const offline = setUp(() => {
      throw new TypeError('fetch failed')
    })
    await expect(offline.api.get('/env/v1')).rejects.toMatchObject({ status: 0, code: 'network' })
  })
})
