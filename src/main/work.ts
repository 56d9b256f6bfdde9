import type { Session } from '#accounts/server/accounts.ts'
import type { MembershipLookup } from '#environments/server/membership.ts'
import { principalNames } from '#environments/server/names.ts'
import { fault } from '#faults/fault.ts'
import type { Models } from '#entities/server/model.ts'
import type { BaseContext } from '#platform/server/context.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { ImportDeps } from '#records/exchange/server/import/deps.ts'
import { undoImport } from '#records/exchange/server/import/imports.ts'
import type { WorkDeps } from '#records/server/work/deps.ts'

export type WorkOptions = {
  readonly ground: BaseContext
  readonly online: Database
  readonly models: Models
  readonly memberships: MembershipLookup
  readonly imports: ImportDeps
  readonly secret: string
  readonly wake: () => void
}

/** What work on many records needs of members and imports. */
export function workDeps({ ground, online, models, memberships, imports, secret, wake }: WorkOptions): WorkDeps {
  return {
    secret,
    wake,
    undoImport: (context, id) => undoImport(context, imports, id),
    async contextOf(place, memberId, cause, zone) {
      const user = await personOf(ground.database, memberId)
      const membership = user && (await memberships.find(user, place.id))
      if (!user || !membership) throw fault('job.personLeft')
      const { id } = cause
      const session: Session = { id, method: 'jwt', key: Buffer.alloc(0), user }
      const database = online.under(membership.environment.role)
      const context = { ...ground, database, requestId: id, locale: user.locale, namesOf: principalNames }
      const timeZone = zone ?? user.timeZone ?? undefined
      return {
        ...context,
        timeZone,
        ...membership,
        models,
        session,
        cause,
      }
    },
  }
}

/** A person who may still sign in. */
export async function personOf(database: Database, id: string): Promise<Session['user'] | undefined> {
  const [row] = await database.query<Session['user']>({
    text: `select id, firstname, lastname, email, status, locale, developer_mode as "developerMode",
        nullif(time_zone, 'auto') as "timeZone" from lintel."user"
      where id = $1 and status in ('active by email', 'active by mobile')`,
    values: [id],
  })
  return row
}
