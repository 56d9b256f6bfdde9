import { optionalSession } from '#accounts/server/sessions/authenticate.ts'
import type { EnvironmentRecord } from '#environments/environment.ts'
import { environmentMigrations } from '#environments/server/environments.migrations.ts'
import { environmentRoutes } from '#environments/server/environments.routes.ts'
import { environmentsSchema } from '#environments/server/environments.schema.ts'
import { memberContext } from '#environments/server/environments.ts'
import { createMembershipLookup } from '#environments/server/membership.ts'
import { renamePerson } from '#environments/server/people.ts'
import { resolveMembership } from '#environments/server/membership.routes.ts'
import { provideRegions } from '#environments/server/reference.ts'
import { openHouse, post, type House } from './people.ts'

export type Headers = Record<string, string>

/** A house with environments, one route for members and one for makers. */
export async function openTenants(name: string): Promise<House> {
  const house = await openHouse(name, {
    migrations: environmentMigrations,
    personRenamed: renamePerson,
    add(app, accounts) {
      const deps = {
        memberships: createMembershipLookup(accounts.ground),
        environmentSchema: environmentsSchema,
        baseHost: () => 'localhost:3000',
        forgetUser: (id: string) => accounts.sessions.forget(id),
        viewedMembership: () => Promise.reject(new Error('nobody views as another here')),
        optionalSession: (request: Parameters<typeof optionalSession>[1]) => optionalSession(accounts, request),
      }
      resolveMembership(app, deps)
      environmentRoutes(app, deps)
      app.get('/api/odata/v1/:envid', { config: { access: 'member' } }, memberContextOf)
      app.post('/api/metadata/entity/v1/:envid', { config: { access: 'maker', whenFull: 'refused' } }, memberContextOf)
    },
  })
  await provideRegions(house.database, ['eu', 'us'])
  return house
}

function memberContextOf(request: Parameters<typeof memberContext>[0]) {
  const { environment, member, cause } = memberContext(request)
  const { activities } = member.heldRights
  return {
    environment,
    member: { ...member, heldRights: { ...member.heldRights, activities: [...activities] } },
    cause,
  }
}

export const draft = {
  name: 'Acme',
  uri: 'acme',
  region: 'eu',
  company: 'Acme Ltd',
  url: 'https://acme.example',
  description: 'Orders and stock',
  color: '#2563eb',
  icon: 'factory',
}

/** Makes an environment; answers it, or throws what was refused. */
export async function environmentOf(house: House, headers: Headers, change: object): Promise<EnvironmentRecord> {
  const answer = await post(house, '/env/v1', { ...draft, ...change }, headers)
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return answer.json<EnvironmentRecord>()
}
