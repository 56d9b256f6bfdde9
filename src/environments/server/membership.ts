import type { Session } from '#accounts/server/accounts.ts'
import type { Environment, Member } from '#environments/environment.ts'
import { textCollation } from '#environments/server/environments.schema.ts'
import { loadMember } from '#environments/server/memberRow.ts'
import { fault } from '#faults/fault.ts'
import type { BaseContext } from '#platform/server/context.ts'
import { qualified } from '#platform/sql.ts'

export type Membership = {
  readonly environment: Environment
  readonly member: Member
  /** Reads the present member from the database; throws `environment.unknown` if the membership has ended. */
  renewed(): Promise<Member>
}

type Asking = Pick<Session['user'], 'id' | 'developerMode'>

export type MembershipLookup = {
  /** The user's membership; null if there is no such environment or the user is no active member. */
  find(user: Asking, environmentId: string): Promise<Membership | null>
  /** The environment that a host's uri leads to, by its present uri or a former one. */
  byUri(uri: string): Promise<{ id: string; uri: string } | null>
  /** Drops the cached data of an environment, so that this process sees a change at once. */
  forget(environmentId: string): void
}

/** Product ruling 2.17: a change of membership takes effect within this time, in milliseconds. */
const freshFor = 1000
const mostKept = 10_000

type Kept<Value> = { readonly at: number; readonly value: Promise<Value> }

/** Finds memberships; within a second the same question costs no statement, and simultaneous ones share one. */
export function createMembershipLookup(ground: BaseContext): MembershipLookup {
  const members = new Map<string, Kept<Loaded | null>>()
  const uris = new Map<string, Kept<{ id: string; uri: string } | null>>()
  const now = () => ground.now().getTime()

  function keep<Value>(kept: Map<string, Kept<Value>>, key: string, load: () => Promise<Value>): Promise<Value> {
    const found = kept.get(key)
    if (found && now() >= found.at && now() - found.at < freshFor) return found.value
    if (kept.size >= mostKept) kept.clear()
    const value = load()
    kept.set(key, { at: now(), value })
    value.catch(() => kept.delete(key))
    return value
  }

  async function find(user: Asking, environmentId: string): Promise<Membership | null> {
    const loaded = await keep(members, `${environmentId} ${user.id}`, () => load(user, environmentId))
    if (!loaded) return null
    return user.developerMode ? loaded.developing : loaded.working
  }

  async function load({ id }: Asking, environmentId: string): Promise<Loaded | null> {
    const environment = await loadEnvironment(ground, id, environmentId)
    const member = environment && (await loadMember(ground.database, environment.schema, id))
    if (!member) return null
    const as = (developerMode: boolean): Membership => ({
      environment,
      member: { ...member, developerMode: developerMode && member.heldRights.activities.has('developer-mode') },
      async renewed() {
        members.delete(`${environmentId} ${id}`)
        const found = await find({ id, developerMode }, environmentId)
        if (!found) throw fault('environment.unknown')
        return found.member
      },
    })
    return { developing: as(true), working: as(false) }
  }

  return {
    find,
    byUri: (uri) => keep(uris, uri, () => loadUri(ground, uri)),
    forget(environmentId) {
      for (const key of members.keys()) if (key.startsWith(environmentId)) members.delete(key)
      uris.clear()
    },
  }
}

/** A membership with developer mode on and off; created once, since each request needs one of the two. */
type Loaded = { readonly developing: Membership; readonly working: Membership }
type EnvironmentRow = Omit<Environment, 'collation'>

async function loadEnvironment(ground: BaseContext, userId: string, id: string): Promise<Environment | null> {
  const [found] = await ground.database.query<EnvironmentRow>({
    name: 'environment-of-member',
    text: `select environment.id, uri, name, region, cluster_id as cluster, schema,
        (select rolname from pg_roles where rolname = schema) as role, state, placement_epoch as "placementEpoch",
        created_by as "createdById"
      from lintel.environment
      join lintel.environment_member own on own.environment_id = environment.id
      where environment.id = $1 and own.user_id = $2 and own.status = 'active' and state = 'active'`,
    values: [id, userId],
  })
  return found ? { ...found, collation: qualified(found.schema, textCollation) } : null
}

async function loadUri(ground: BaseContext, uri: string) {
  const [found] = await ground.database.query<{ id: string; uri: string }>({
    name: 'environment-by-uri',
    text: `select environment.id, environment.uri from lintel.environment_uri known
      join lintel.environment on environment.id = known.environment_id
      where known.uri = $1 and state = 'active' and (until is null or until > now())`,
    values: [uri],
  })
  return found ?? null
}
