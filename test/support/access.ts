import { randomUUID } from 'node:crypto'
import { activities, type Activity } from '../../src/environments/activity.ts'
import { actions, type Action, type MemberRights, type Scope } from '../../src/environments/memberRights.ts'
import type { Database } from '../../src/platform/server/database/database.ts'
import { newMaker, type Maker, type Place, type Send } from './maker.ts'

type House = { readonly database: Database; readonly send: Send }

/** What one holds who has no role, such as an administrator of a test that has no roles. */
export function holdingsOf(member: string, unit: string, change: Partial<MemberRights> = {}): MemberRights {
  return {
    principals: [member],
    units: [unit],
    unitChain: [unit],
    held: [],
    privileges: [],
    fieldRules: [],
    activities: new Set(activities),
    ...change,
  }
}

/** Signs a person up and lets them into an environment, in its root unit, with these roles. */
export async function newMember(
  house: House,
  place: Place,
  email: string,
  roles: readonly string[] = [],
): Promise<Maker> {
  const person = await newMaker(house.send, email)
  const { schema } = place
  await house.database.transaction(async (transaction) => {
    const statements: { text: string; values: unknown[] }[] = [
      {
        text: `insert into lintel.environment_member (environment_id, user_id, status, role, administrator)
          values ($1, $2, 'active', 'Member', false)`,
        values: [place.id, person.id],
      },
      {
        text: `insert into "${schema}"._principal (id, kind, name, unit_id)
          select $1, 'member', $2, id from "${schema}"._unit where parent_id is null`,
        values: [person.id, email],
      },
      {
        text: `insert into "${schema}"._member (id, firstname, lastname, status, joined_on) values ($1, $2, '', 'active', now())`,
        values: [person.id, email],
      },
      ...roles.map((role) => ({
        text: `insert into "${schema}"._role_member (role_id, principal_id) values ($1, $2)`,
        values: [role, person.id],
      })),
      { text: `update "${schema}"._version set access_version = access_version + 1`, values: [] },
    ]
    for (const statement of statements) await transaction.execute(statement)
  })
  return person
}

/** A role: what it allows with the records of entities, by their ids, and what else. */
export type RoleDraft = {
  readonly name?: string
  readonly privileges?: Readonly<Record<string, Scope | Partial<Record<Action, Scope>>>>
  readonly activities?: readonly Activity[]
}

/** Makes a role; a scope that is said for an entity alone holds for all four actions. Answers its id. */
export async function newRole(database: Database, { schema }: Place, draft: RoleDraft = {}): Promise<string> {
  const id = randomUUID()
  await database.execute({
    text: `insert into "${schema}"._role (id, name, created_on) values ($1, $2, now())`,
    values: [id, draft.name ?? `role ${id}`],
  })
  for (const [entity, said] of Object.entries(draft.privileges ?? {}))
    await setScopes(database, schema, id, entity, said)
  await database.execute({
    text: `insert into "${schema}"._activity (role_id, activity) select $1, unnest($2::text[])`,
    values: [id, draft.activities ?? []],
  })
  await bumpAccess(database, schema)
  return id
}

/** Changes what a role allows with the records of an entity. */
export async function setScopes(
  database: Database,
  schema: string,
  role: string,
  entity: string,
  said: Scope | Partial<Record<Action, Scope>>,
): Promise<void> {
  for (const action of actions) {
    const scope = typeof said === 'string' ? said : said[action]
    if (scope === undefined) continue
    await database.execute({
      text: `insert into "${schema}"._privilege (role_id, entity_id, action, scope) values ($1, $2, $3, $4)
        on conflict (role_id, entity_id, action) do update set scope = excluded.scope`,
      values: [role, entity, action, scope],
    })
  }
  await bumpAccess(database, schema)
}

/** Lets every role but the administrators' do everything with the records of every entity that there is by now. */
export async function openToAll(database: Database, { schema }: Place): Promise<void> {
  await database.execute({
    text: `insert into "${schema}"._privilege (role_id, entity_id, action, scope)
      select role.id, entity.id, action, 'all' from "${schema}"._role role, "${schema}"._entity entity,
        unnest($1::text[]) action where not role.administrator
      on conflict (role_id, entity_id, action) do update set scope = 'all'`,
    values: [actions],
  })
  await database.execute({
    text: `insert into "${schema}"._activity (role_id, activity)
      select id, activity from "${schema}"._role, unnest(array['import', 'export', 'bulk-delete', 'disable-records']) activity
      where not administrator on conflict do nothing`,
  })
  await bumpAccess(database, schema)
}

/** Says that rights have changed, as every change of them does in its own transaction. */
export async function bumpAccess(database: Database, schema: string): Promise<void> {
  await database.execute({ text: `update "${schema}"._version set access_version = access_version + 1` })
}
