import type { AccountDeps } from '#accounts/server/accounts.ts'
import type { SessionLookup } from '#accounts/server/sessions/sessionLookup.ts'
import { callCounter } from '#accounts/server/signIn/callCounter.ts'
import { environmentOfHost } from '#environments/host.ts'
import { administeredAlone, colleaguesOf, renamePerson } from '#environments/server/people.ts'
import { environmentsOf } from '#environments/server/registry.ts'
import type { ApiOptions } from '#main/apiOptions.ts'
import { plainIdentity } from '#main/identity.ts'
import { accountHolders } from '#main/upkeep.ts'

/** What accounts need of the installation and of the concepts above them. */
export function accountDeps(options: ApiOptions, sessions: SessionLookup, baseHost: () => string): AccountDeps {
  const { ground, secret } = options
  return {
    ground,
    mailer: options.mailer,
    sessions,
    takesTokensOnly: (host) => environmentOfHost(host, baseHost()) !== undefined,
    webAddress: options.webAddress,
    personRenamed: (person) => renamePerson(ground.database, person),
    texter: options.texter,
    holders: accountHolders,
    passwords: (options.identity ?? plainIdentity).passwords,
    secret,
    previousSecret: options.previousSecret,
    colleagues: (userId) => colleaguesOf(ground.database, userId),
    placesOf: async (userId) => {
      const places = await environmentsOf(ground.database, userId)
      return places.map(({ id, name, role }) => ({ id, name, role }))
    },
    administeredAlone: (userId) => administeredAlone(ground.database, userId),
    ...(options.callsPerSecond && { countCall: callCounter({ perSecond: options.callsPerSecond, now: ground.now }) }),
  }
}
