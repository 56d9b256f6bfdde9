import type { AccountDeps } from '#accounts/server/accounts.ts'
import { altchaCheck, noBotCheck } from '#accounts/server/signUp/botCheck.ts'
import { createProvider } from '#accounts/server/external/externalProvider.ts'
import type { IdentityDeps } from '#accounts/server/identity.ts'
import type { IdentityConfig } from '#main/identityConfig.ts'
import type { Outbound } from '#platform/server/outbound.ts'
import { sealOf } from '#platform/server/seal.ts'

/** Defaults of the API: no providers, and no challenge. */
export const plainIdentity: IdentityConfig = {
  providers: [],
  outboundAllow: [],
  outboundPorts: [80, 443],
  demoHost: true,
  passwords: 'standard',
}

/** The ways to sign in of an installation. */
export function identityDeps(accounts: AccountDeps, config: IdentityConfig, outbound: Outbound): IdentityDeps {
  const { ground, secret, previousSecret, webAddress } = accounts
  // Browsers can't do the work on pages without https, but for their own machine's.
  const isSecure = /^https:|^http:\/\/([\w-]+\.)*localhost(:|$|\/)/.test(webAddress() || 'http://localhost')
  return {
    ...accounts,
    providers: config.providers.map((provider) => createProvider(provider, outbound)),
    seal: sealOf(secret, 'totp', previousSecret),
    botCheck: config.demoHost || !isSecure ? noBotCheck : altchaCheck(secret, ground.now),
  }
}
