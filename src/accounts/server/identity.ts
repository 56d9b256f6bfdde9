import type { OfferedProvider } from '#accounts/identity.ts'
import type { AccountDeps } from '#accounts/server/accounts.ts'
import type { BotCheck } from '#accounts/server/signUp/botCheck.ts'
import type { Provider } from '#accounts/server/external/externalProvider.ts'
import type { SecretSeal } from '#platform/server/seal.ts'

/** Dependencies of external sign-in and second factors, beside those of all accounts. */
export type IdentityDeps = AccountDeps & {
  /** The providers whose keys are set, in the order in which they are shown. */
  readonly providers: readonly Provider[]
  /** Encrypts the secrets of authenticator apps. */
  readonly seal: SecretSeal
  readonly botCheck: BotCheck
}

/** The providers by id and name, as everyone may know them. */
export function offered({ providers }: Pick<IdentityDeps, 'providers'>): OfferedProvider[] {
  return providers.map(({ id, name }) => ({ id, name }))
}
