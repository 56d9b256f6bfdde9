import { z } from 'zod'
import { passwordPolicies, type PasswordPolicy } from '#accounts/password.ts'
import type { ProviderConfig } from '#accounts/server/external/externalProvider.ts'

/** How people may sign in besides a password of ours, and what may be reached for it. */
export const identityVariables = {
  ...keysOf('GOOGLE', 'Google', 'console.cloud.google.com'),
  ...keysOf('MICROSOFT', 'Microsoft', 'entra.microsoft.com'),
  MICROSOFT_TENANT: z
    .string()
    .regex(/^[\w.-]{1,100}$/, 'common, organizations, consumers, or the id or domain of a tenant')
    .default('common')
    .describe(
      'Whose accounts at Microsoft may come: `common` all, `organizations` those of companies, `consumers` personal ones, else one tenant.',
    ),
  ...keysOf('FACEBOOK', 'Facebook', 'developers.facebook.com'),
  FACEBOOK_DIALOG: address()
    .default('https://www.facebook.com/v23.0/dialog/oauth')
    .describe('Facebook’s sign-in page.'),
  FACEBOOK_GRAPH: address().default('https://graph.facebook.com/v23.0').describe('Facebook’s Graph API.'),
  ...keysOf('OIDC', 'your own OpenID provider', 'the provider, for the return address BASE_URL/auth/external/oidc'),
  OIDC_ISSUER: address()
    .optional()
    .describe(
      'Where your own OpenID provider (Keycloak, Okta, Zitadel, ...) describes itself; needed with OIDC_CLIENT_ID.',
    ),
  OIDC_NAME: z.string().max(40, 'at most 40 characters long').default('Company').describe('How its button is named.'),
  OUTBOUND_ALLOW: z
    .string()
    .transform((text) => text.split(',').map((network) => network.trim()))
    .refine(
      (networks) =>
        networks.every((network) => /^(\d+\.\d+\.\d+\.\d+|[\da-f:]+:[\da-f:]*)(\/\d{1,3})?$/i.test(network)),
      'addresses or networks such as 10.1.0.0/16, separated by commas',
    )
    .optional()
    .describe(
      'Private addresses or networks that the server may send requests to, such as `10.1.0.0/16`. When it is not set: none, only the public internet.',
    ),
  OUTBOUND_PORTS: z
    .string()
    .transform((text) => text.split(',').map((port) => Number(port.trim())))
    .refine(
      (ports) => ports.every((port) => Number.isInteger(port) && port > 0 && port < 65_536),
      'ports such as 443, separated by commas',
    )
    .default([80, 443])
    .describe(
      'The ports of servers on the public internet that the server may send requests to. Those that OUTBOUND_ALLOW names are reached at any port.',
    ),
  PASSWORD_POLICY: z
    .enum(passwordPolicies, 'standard or strong')
    .default('standard')
    .describe(
      '`standard` accepts passwords of 6 to 24 characters with an uppercase letter, a lowercase letter and a number; `strong` those of 12 to 128 characters, whatever they are. Passwords that everyone tries are refused either way. Holds for passwords that are chosen from then on.',
    ),
  DEMO_HOST: z
    .enum(['on', 'off'], 'on or off')
    .default('off')
    .describe(
      '`on` asks nobody to prove that they are no robot: for hosts that show the product and for tests. Otherwise browsers do a little work (ALTCHA) before sign-ups, resets and repeated sign-ins; it needs https or localhost.',
    ),
}

type Found = z.output<z.ZodObject<typeof identityVariables>>

/** Settings of an installation for signing in. */
export type IdentityConfig = {
  readonly providers: readonly ProviderConfig[]
  readonly outboundAllow: readonly string[]
  readonly outboundPorts: readonly number[]
  readonly demoHost: boolean
  readonly passwords: PasswordPolicy
}

/** Secrets are not repeated on the screen or in a log. */
export const identitySecrets = ['GOOGLE', 'MICROSOFT', 'FACEBOOK', 'OIDC'].map((name) => `${name}_CLIENT_SECRET`)

/** Throws a sentence when half of a provider is set. */
export function identityConfig(found: Found, refuse: (sentence: string) => Error): IdentityConfig {
  const wanted = (name: keyof Found, beside: string) => {
    if (found[name] === undefined) throw refuse(`${name} must be set where ${beside} is.`)
    return String(found[name])
  }
  const keys = (prefix: 'FACEBOOK' | 'GOOGLE' | 'MICROSOFT' | 'OIDC') => {
    const clientId = found[`${prefix}_CLIENT_ID`]
    const clientSecret = clientId && wanted(`${prefix}_CLIENT_SECRET`, `${prefix}_CLIENT_ID`)
    return clientId && clientSecret ? { clientId, clientSecret } : undefined
  }
  const [google, microsoft, facebook, own] = [keys('GOOGLE'), keys('MICROSOFT'), keys('FACEBOOK'), keys('OIDC')]
  const graph = { dialog: found.FACEBOOK_DIALOG, api: found.FACEBOOK_GRAPH }
  const tenant = `https://login.microsoftonline.com/${found.MICROSOFT_TENANT}/v2.0`
  return {
    providers: [
      ...(own
        ? [{ id: 'oidc', name: found.OIDC_NAME, issuer: wanted('OIDC_ISSUER', 'OIDC_CLIENT_ID'), ...own } as const]
        : []),
      ...(google ? [{ id: 'google', name: 'Google', issuer: 'https://accounts.google.com', ...google } as const] : []),
      ...(microsoft ? [{ id: 'microsoft', name: 'Microsoft', issuer: tenant, ...microsoft } as const] : []),
      ...(facebook ? [{ id: 'facebook', name: 'Facebook', graph, ...facebook } as const] : []),
    ],
    outboundAllow: found.OUTBOUND_ALLOW ?? [],
    outboundPorts: found.OUTBOUND_PORTS,
    demoHost: found.DEMO_HOST === 'on',
    passwords: found.PASSWORD_POLICY,
  }
}

function keysOf<const Prefix extends string>(prefix: Prefix, name: string, where: string) {
  const id = z.string().optional()
  return {
    [`${prefix}_CLIENT_ID`]: id.describe(
      `Offers sign-in with ${name}: the id of the client that you made at ${where}.`,
    ),
    [`${prefix}_CLIENT_SECRET`]: id.describe(`The secret of that client; needed with ${prefix}_CLIENT_ID.`),
  } as Record<`${Prefix}_CLIENT_ID` | `${Prefix}_CLIENT_SECRET`, typeof id>
}

function address() {
  return z
    .string()
    .refine(
      (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
      'an address such as https://id.example.com',
    )
}
