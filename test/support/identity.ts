import type { AccountDeps } from '#accounts/server/accounts.ts'
import { altchaCheck, noBotCheck } from '#accounts/server/signUp/botCheck.ts'
import { checkBots } from '#accounts/server/signUp/botCheck.routes.ts'
import { createProvider, type ProviderConfig } from '#accounts/server/external/externalProvider.ts'
import { identityRoutes } from '#accounts/server/identity.routes.ts'
import { createOutbound } from '#platform/server/outbound.ts'
import { sealOf } from '#platform/server/seal.ts'
import { openHouse, post, type House } from './people.ts'

type Choice = {
  readonly providers?: readonly ProviderConfig[]
  readonly bots?: boolean
  readonly deps?: Partial<AccountDeps>
}

/** A server with accounts and every way to sign in; its providers live on this machine. */
export async function openIdentityHouse(
  name: string,
  { providers = [], bots = false, deps: own = {} }: Choice = {},
): Promise<House> {
  const outbound = createOutbound({ allow: ['127.0.0.1'] })
  const secret = 'a secret of the test, 32 characters long'
  const house = await openHouse(name, {
    deps: own,
    before: (app, deps) => checkBots(app, { botCheck: bots ? altchaCheck(secret, deps.ground.now) : noBotCheck }),
    add: (app, deps) =>
      identityRoutes(app, {
        ...deps,
        providers: providers.map((config) => createProvider(config, outbound)),
        seal: sealOf(secret, 'totp'),
        botCheck: noBotCheck,
      }),
  })
  return {
    ...house,
    async close() {
      await house.close()
      await outbound.stop()
    },
  }
}

type Headers = Record<string, string>

/** Proves once more who one is, by the password. */
export async function confirmed(
  house: House,
  headers: Headers,
  proof: object = { password: 'Otter7Bay' },
): Promise<void> {
  const answer = await post(house, '/user/v1/confirm', proof, headers)
  if (answer.statusCode !== 204) throw new Error(answer.body)
}

export const codeOf = (answer: { body: string }) => (JSON.parse(answer.body) as { error: { code: string } }).error.code

/** What is said of which field. */
export function fieldsOf(answer: { body: string }): [string, string][] {
  const { error } = JSON.parse(answer.body) as { error: { details?: { code: string; target: string }[] } }
  return (error.details ?? []).map(({ code, target }) => [target, code])
}

/** The secret of an authenticator app as it is typed in, as bytes. */
export function fromBase32(text: string): Buffer {
  const bits = [...text].map((each) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(each).toString(2).padStart(5, '0'))
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
