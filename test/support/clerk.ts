import type { Action, Scope } from '../../src/environments/memberRights.ts'
import type { Database } from '../../src/platform/server/database/database.ts'
import { newMember, newRole, openToAll, setScopes } from './access.ts'
import type { Maker, Place, Send } from './maker.ts'

type House = { readonly database: Database; readonly send: Send }

/** A member of an environment with one real role, which a test narrows for one table and action at a time. */
export type Clerk = {
  readonly id: string
  /** A request of the clerk; a path without a slash starts at the service root. */
  readonly send: Send
  /** How far an action of the clerk reaches on the records of a table; `user` means the clerk's own records. */
  allow(action: Action, uri: string, scope: Scope): Promise<void>
  /** Makes the clerk the owner of records, whoever created them. */
  give(uri: string, ...ids: readonly (string | undefined)[]): Promise<void>
  /** Every right on every table again, also on tables that are new. */
  allowAll(): Promise<void>
}

/** Signs the clerk up, with every right on every table that there is. The maker of the environment keeps seeing all. */
export async function newClerk(house: House, place: Place, email = 'clerk@example.org'): Promise<Clerk> {
  const { database } = house
  const role = await newRole(database, place, { name: 'Clerk' })
  const person: Maker = await newMember(house, place, email, [role])
  await openToAll(database, place)
  const entityOf = async (uri: string): Promise<string> => {
    const text = `select id from "${place.schema}"._entity where uri = $1`
    const [entity] = await database.query<{ id: string }>({ text, values: [uri] })
    if (!entity) throw new Error(`there is no table ${uri}`)
    return entity.id
  }
  return {
    id: person.id,
    send: (method, path, body, headers) =>
      person.send(method, path.startsWith('/') ? path : `/api/odata/v1/${place.id}/${path}`, body, headers),
    async allow(action, uri, scope) {
      await setScopes(database, place.schema, role, await entityOf(uri), { [action]: scope })
    },
    async give(uri, ...ids) {
      await database.execute({
        text: `update "${place.schema}".${uri} set owner_id = $1 where id = any($2::uuid[])`,
        values: [person.id, ids],
      })
    },
    allowAll: () => openToAll(database, place),
  }
}
