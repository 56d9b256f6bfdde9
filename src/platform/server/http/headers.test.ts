import { expect, test } from 'vitest'
import { createHttp } from '#platform/server/http/server.ts'
import type { BaseContext } from '#platform/server/context.ts'

const silent = { debug() {}, info() {}, warn() {}, error() {} }

async function answers(headers: Record<string, string>) {
  const ground = { now: () => new Date(0), newId: () => 'id', log: silent } as unknown as BaseContext
  const app = await createHttp({ ground, logger: undefined, trustProxy: '127.0.0.1' })
  app.get('/api/thing', { config: { access: 'public' } }, () => ({}))
  app.get('/page', { config: { access: 'public' } }, () => 'page')
  const [call, page] = await Promise.all(['/api/thing', '/page'].map((url) => app.inject({ url, headers })))
  await app.close()
  return { call: call?.headers ?? {}, page: page?.headers ?? {} }
}

test('every answer says that it is not to be guessed at, framed or taken elsewhere, and what may run in it', async () => {
  const { call, page } = await answers({})
  for (const headers of [call, page]) {
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toMatch(/frame-ancestors 'none'/)
    expect(headers['content-security-policy']).toMatch(/base-uri 'none'/)
    expect(headers['content-security-policy']).toMatch(/object-src 'none'|default-src 'none'/)
    expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe/)
  }
  expect(page['referrer-policy']).toBe('no-referrer')
  expect(call['cache-control']).toBe('no-store')
})

test('over https it asks for https from now on; over http it says nothing of it', async () => {
  const secure = await answers({ 'x-forwarded-proto': 'https' })
  expect(secure.page['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  expect(secure.call['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  expect((await answers({})).page['strict-transport-security']).toBeUndefined()
})
