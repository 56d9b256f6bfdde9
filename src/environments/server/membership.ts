import type { Session } from '#accounts/server/accounts.ts'
import type { Environment, Member } from '#environments/environment.ts'
import { textCollation } from '#environments/server/environments.schema.ts'
import type { Ground } from '#platform/server/context.ts'
import { qualified } from '#platform/sql.ts'

export type Membership = { readonly environment: Environment; readonly member: Member }

export type MembershipLookup = {
  /** The user's membership; null when there is no such environment or the user is no active member of it. */
  find(user: Pick<Session['user'], 'id' | 'developerMode'>, environmentId: string): Promise<Membership | null>
  /** The environment that a host's uri leads to, by its present uri or a former one. */
  byUri(uri: string): Promise<{ id: string; uri: string } | null>
  /** Forgets what it holds of an environment, so that this process sees a change at once. */
  forget(environmentId: string): void
}

/** Product ruling 2.17: a change of membership takes effect within this time, in milliseconds. */
const freshFor = 1000
const mostKept = 10_000

type Kept<Value> = { readonly at: number; readonly value: Promise<Value> }

/** Finds memberships; within a second the same question costs no statement, and simultaneous ones share one. */
export function createMembershipLookup(ground: Ground): MembershipLookup {
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

  return {
    async find(user, environmentId) {
      const loaded = await keep(members, `${environmentId} ${user.id}`, () => load(ground, user.id, environmentId))
      if (!loaded) return null
      return user.developerMode ? loaded.developing : loaded.working
    },
    byUri: (uri) => keep(uris, uri, () => loadUri(ground, uri)),
    forget(environmentId) {
      for (const key of members.keys()) if (key.startsWith(environmentId)) members.delete(key)
      uris.clear()
    },
  }
}

/** A membership as it is with a person's developer mode on and off; made once, for each request asks for one. */
type Loaded = { readonly developing: Membership; readonly working: Membership }
type EnvironmentRow = Omit<Environment, 'collation'>
type MemberRow = { unitId: string; roles: string[]; administrator: boolean; mayDevelop: boolean; accessVersion: number }

async function load(ground: Ground, userId: string, environmentId: string): Promise<Loaded | null> {
  const [found] = await ground.database.query<EnvironmentRow>({
    name: 'environment-of-member',
    text: `select environment.id, uri, name, region, cluster_id as cluster, schema, state,
        placement_epoch as "placementEpoch", created_by as "createdById"
      from lintel.environment
      join lintel.environment_member own on own.environment_id = environment.id
      where environment.id = $1 and own.user_id = $2 and own.status = 'active' and state = 'active'`,
    values: [environmentId, userId],
  })
  if (!found) return null
  const environment = { ...found, collation: qualified(found.schema, textCollation) }
  const [member] = await ground.database.query<MemberRow>({ text: memberOf(found.schema), values: [userId] })
  if (!member) return null
  const { mayDevelop, ...rest } = member
  const as = (developerMode: boolean): Membership => ({ environment, member: { ...rest, id: userId, developerMode } })
  return { developing: as(mayDevelop), working: as(false) }
}

/** Roles are one's own and those of one's teams; developer mode needs the activity, which an administrator has. */
function memberOf(schema: string): string {
  const table = (name: string) => qualified(schema, name)
  return `with held as (
      select role.id, role.name, role.administrator from ${table('_role')} role
      join ${table('_role_member')} holder on holder.role_id = role.id
      where holder.principal_id = $1
        or holder.principal_id in (select team_id from ${table('_team_member')} where member_id = $1)
    )
    select principal.unit_id as "unitId",
      coalesce((select array_agg(distinct id::text) from held), '{}') as roles,
      coalesce((select bool_or(administrator) from held), false) as administrator,
      coalesce((select bool_or(administrator) from held), false) or exists (
        select from ${table('_activity')} where activity = 'developer mode' and role_id in (select id from held)
      ) as "mayDevelop",
      (select access_version from ${table('_version')}) as "accessVersion"
    from ${table('_member')} member
    join ${table('_principal')} principal on principal.id = member.id
    where member.id = $1 and member.status = 'active'`
}

async function loadUri(ground: Ground, uri: string) {
  const [found] = await ground.database.query<{ id: string; uri: string }>({
    name: 'environment-by-uri',
    text: `select environment.id, environment.uri from lintel.environment_uri known
      join lintel.environment on environment.id = known.environment_id
      where known.uri = $1 and state = 'active' and (until is null or until > now())`,
    values: [uri],
  })
  return found ?? null
}
