import { createHmac } from 'node:crypto'
import * as openid from 'openid-client'
import type { ProviderId } from '#accounts/identity.ts'
import { fault } from '#faults/fault.ts'
import type { Outbound } from '#platform/server/outbound.ts'

/** The keys of a provider, as an operator sets them. */
export type ProviderConfig = {
  readonly id: ProviderId
  readonly name: string
  readonly clientId: string
  readonly clientSecret: string
  /** Where an OpenID provider describes itself. */
  readonly issuer?: string
  /** Facebook is no OpenID provider for servers: its dialog and its Graph API. */
  readonly graph?: { readonly dialog: string; readonly api: string }
}

/** What one sign-in has of its own; all of it follows from a ticket that only its browser holds. */
export type ExternalFlow = {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  /** Where the provider sends the browser back to. */
  readonly redirect: string
}

/**
 * For whom a provider vouches. Of the address: `verified`: the provider has proved it; `unproven`: it does not say;
 * `refused`: it says that it has not.
 */
export type Vouched = {
  readonly subject: string
  readonly email: string | null
  readonly mail: 'verified' | 'unproven' | 'refused'
  readonly firstname: string
  readonly lastname: string
}

export type Provider = {
  readonly id: ProviderId
  readonly name: string
  /** The address at the provider that the browser goes to. */
  begin(flow: ExternalFlow): Promise<URL>
  /** Exchanges what the browser brought back; throws `identity.refused` for anything that is not the answer to this flow. */
  finish(flow: ExternalFlow, query: string): Promise<Vouched>
}

/** A provider of an installation. Every question to it goes through the guard of outbound requests. */
export function createProvider(config: ProviderConfig, outbound: Outbound): Provider {
  const { id, name } = config
  const clientOf = once(() => (config.graph ? graphClient(config, outbound) : openidClient(config, outbound)))
  return {
    id,
    name,
    async begin({ state, nonce, verifier, redirect }) {
      return openid.buildAuthorizationUrl(await clientOf(), {
        redirect_uri: redirect,
        scope: config.graph ? 'email public_profile' : 'openid email profile',
        state,
        ...(config.graph ? {} : { nonce }),
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
    },
    async finish({ state, nonce, verifier, redirect }, query) {
      const client = await clientOf()
      const checks = { expectedState: state, pkceCodeVerifier: verifier }
      const back = new URL(`${redirect}?${query.replace(/^\?/, '')}`)
      try {
        if (config.graph) {
          const tokens = await openid.authorizationCodeGrant(client, back, checks)
          return await askGraph(config, outbound, tokens.access_token)
        }
        const tokens = await openid.authorizationCodeGrant(client, back, {
          ...checks,
          expectedNonce: nonce,
          idTokenExpected: true,
        })
        return await vouchedBy(config, client, tokens)
      } catch (error) {
        const refused = fault('identity.refused')
        refused.cause = error
        throw refused
      }
    },
  }
}

/** The description of an OpenID provider is asked for at the first use, and again after a failure. */
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
}

const patience = 10

function fetchBy(outbound: Outbound): openid.CustomFetch {
  return (address, { method, headers, body, signal }) =>
    outbound.fetch(address, {
      method,
      headers,
      body: body as string | URLSearchParams | Uint8Array | null | undefined,
      ...(signal ? { signal } : {}),
    })
}

async function openidClient({ issuer = '', clientId, clientSecret }: ProviderConfig, outbound: Outbound) {
  const client = await openid
    .discovery(new URL(issuer), clientId, undefined, openid.ClientSecretPost(clientSecret), {
      [openid.customFetch]: fetchBy(outbound),
      timeout: patience,
      // An operator who names an address without TLS means a server on the same machine or network.
      execute: issuer.startsWith('http:') ? [openid.allowInsecureRequests] : [],
    })
    .catch((error: unknown) => {
      const failed = fault('outbound.failed')
      failed.cause = error
      throw failed
    })
  // The token came from the provider itself, over TLS; that it is signed as well costs one question in a while.
  openid.enableNonRepudiationChecks(client)
  return client
}

async function graphClient({ graph, clientId, clientSecret }: ProviderConfig, outbound: Outbound) {
  const { dialog = '', api = '' } = graph ?? {}
  const server = { issuer: dialog, authorization_endpoint: dialog, token_endpoint: `${api}/oauth/access_token` }
  const client = new openid.Configuration(server, clientId, undefined, openid.ClientSecretPost(clientSecret))
  client[openid.customFetch] = fetchBy(outbound)
  client.timeout = patience
  if (api.startsWith('http:')) openid.allowInsecureRequests(client)
  return client
}

type Claims = Readonly<Record<string, unknown>>
type Tokens = Awaited<ReturnType<typeof openid.authorizationCodeGrant>>

async function vouchedBy(config: ProviderConfig, client: openid.Configuration, tokens: Tokens): Promise<Vouched> {
  const token = tokens.claims()
  if (!token) throw new Error('no id token came')
  // Some tell name and address only where one asks for them with the access token.
  const asked = token['email'] === undefined && client.serverMetadata().userinfo_endpoint !== undefined
  const more: Claims = asked ? await openid.fetchUserInfo(client, tokens.access_token, token.sub) : {}
  const claims: Claims = { ...more, ...token }
  return {
    // A subject means something only together with who says it.
    subject: `${token.iss} ${token.sub}`,
    email: textOf(claims['email'])?.toLowerCase() ?? null,
    mail: mailOf(config.id, claims),
    firstname: textOf(claims['given_name']) ?? textOf(claims['name']) ?? '',
    lastname: textOf(claims['family_name']) ?? '',
  }
}

/** The tenant of Microsoft's personal accounts, whose addresses Microsoft itself has proved. */
const microsoftPersonal = '9188040d-6c67-4c5b-b112-36a304b66dad'

/**
 * Whether a provider has proved the address. An administrator of any company at Microsoft can write any address into an
 * account, so it counts only where Microsoft says that the domain is the company's (`xms_edov`).
 */
function mailOf(id: ProviderId, claims: Claims): Vouched['mail'] {
  const isTrue = (claim: unknown) => claim === true || claim === 1 || claim === 'true' || claim === '1'
  if (id === 'microsoft')
    return isTrue(claims['xms_edov']) || claims['tid'] === microsoftPersonal ? 'verified' : 'unproven'
  const said = claims['email_verified']
  if (isTrue(said)) return 'verified'
  return said === undefined && id === 'oidc' ? 'unproven' : 'refused'
}

/** Facebook names an address without saying whether it is proved. */
async function askGraph({ graph, clientSecret }: ProviderConfig, outbound: Outbound, token: string): Promise<Vouched> {
  const address = new URL(`${graph?.api}/me`)
  address.searchParams.set('fields', 'id,email,first_name,last_name')
  // A token that was stolen elsewhere is of no use without our key.
  address.searchParams.set('appsecret_proof', createHmac('sha256', clientSecret).update(token).digest('hex'))
  const answer = await outbound.fetch(address, { headers: { authorization: `Bearer ${token}` } })
  if (!answer.ok) throw new Error(`Facebook answered ${answer.status}`)
  const person = (await answer.json()) as Claims
  const subject = textOf(person['id'])
  if (!subject) throw new Error('Facebook named nobody')
  return {
    subject,
    email: textOf(person['email'])?.toLowerCase() ?? null,
    mail: 'unproven',
    firstname: textOf(person['first_name']) ?? '',
    lastname: textOf(person['last_name']) ?? '',
  }
}

function textOf(claim: unknown): string | undefined {
  return typeof claim === 'string' && claim.trim() !== '' ? claim.trim().slice(0, 254) : undefined
}
