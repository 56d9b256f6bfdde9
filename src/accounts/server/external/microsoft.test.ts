import { generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { createProvider, type ExternalFlow } from '#accounts/server/external/externalProvider.ts'
import type { Outbound } from '#platform/server/outbound.ts'

// Microsoft's own addresses, answered here: its issuer without a tenant is a pattern, which no other provider has.
const authority = 'https://login.microsoftonline.com'
const tenant = '11111111-2222-4333-8444-555555555555'
const other = '99999999-2222-4333-8444-555555555555'
const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
const strange = generateKeyPairSync('rsa', { modulusLength: 2048 })

const flow: ExternalFlow = {
  state: 'state'.repeat(9),
  nonce: 'nonce'.repeat(9),
  verifier: 'verifier'.repeat(6),
  redirect: 'https://lintel.example.com/auth/external/microsoft',
}

type Said = { readonly claims?: object; readonly key?: typeof keys.privateKey }

function microsoft({ claims = {}, key = keys.privateKey }: Said): Outbound {
  const metadata = {
    issuer: `${authority}/{tenantid}/v2.0`,
    authorization_endpoint: `${authority}/common/oauth2/v2.0/authorize`,
    token_endpoint: `${authority}/common/oauth2/v2.0/token`,
    jwks_uri: `${authority}/common/discovery/v2.0/keys`,
    id_token_signing_alg_values_supported: ['RS256'],
  }
  const answers: Readonly<Record<string, () => object>> = {
    [`${authority}/common/v2.0/.well-known/openid-configuration`]: () => metadata,
    [metadata.jwks_uri]: () => ({
      keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }],
    }),
    [metadata.token_endpoint]: () => ({ access_token: 'token', token_type: 'Bearer', id_token: idToken(claims, key) }),
  }
  return {
    fetch: (address) => {
      const answer = answers[String(address)]
      if (!answer) throw new Error(`nobody is at ${String(address)}`)
      return Promise.resolve(Response.json(answer()))
    },
    stop: () => Promise.resolve(),
  }
}

function idToken(claims: object, key: typeof keys.privateKey): string {
  const now = Math.floor(Date.now() / 1000)
  const body = {
    iss: `${authority}/${tenant}/v2.0`,
    tid: tenant,
    aud: 'client',
    sub: 'person',
    nonce: flow.nonce,
    iat: now,
    exp: now + 300,
    email: 'boss@example.org',
    ...claims,
  }
  const parts = [{ alg: 'RS256', kid: 'one', typ: 'JWT' }, body].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  )
  const text = parts.join('.')
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`
}

async function finish(said: Said): Promise<unknown> {
  const provider = createProvider(
    {
      id: 'microsoft',
      name: 'Microsoft',
      clientId: 'client',
      clientSecret: 'secret',
      issuer: `${authority}/common/v2.0`,
    },
    microsoft(said),
  )
  return provider.finish(flow, `?code=code&state=${flow.state}`).catch((error: { code: string }) => error.code)
}

test('[R023] the issuer without a tenant is that of the tenant which the token names', async () => {
  expect(await finish({})).toMatchObject({ subject: `${authority}/${tenant}/v2.0 person`, mail: 'unproven' })
})

test.each([
  ['another tenant than it names', { claims: { tid: other } }],
  ['the pattern itself', { claims: { iss: `${authority}/{tenantid}/v2.0` } }],
  ['no tenant', { claims: { tid: undefined } }],
  ['another server', { claims: { iss: `https://evil.example/${tenant}/v2.0` } }],
  ['another client', { claims: { aud: 'somebody else' } }],
  ['another sign-in', { claims: { nonce: 'replayed' } }],
  ['the past', { claims: { exp: 1 } }],
  ['a stranger’s key', { key: strange.privateKey }],
])('a token of %s is refused', async (_of, said) => {
  expect(await finish(said)).toBe('identity.refused')
})
