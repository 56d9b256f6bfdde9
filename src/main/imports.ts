import { join } from 'node:path'
import type { Session } from '#accounts/server/accounts.ts'
import type { ChangeSets } from '#changes/server/changes.ts'
import type { Model } from '#entities/model.ts'
import type { Models } from '#entities/server/model.ts'
import { textCollation } from '#environments/server/environments.schema.ts'
import type { MembershipLookup } from '#environments/server/membership.ts'
import { principalNames } from '#environments/server/names.ts'
import { fault } from '#faults/fault.ts'
import { defaultLocale } from '#language/locale.ts'
import type { BaseContext } from '#platform/server/context.ts'
import type { Database } from '#platform/server/database/database.ts'
import { qualified } from '#platform/sql.ts'
import type { TableCare } from '#tables/server/definitionStore.ts'
import { personOf } from '#main/work.ts'
import type { Storage } from '#platform/server/storage.ts'
import type { ImportActor, UndoDeps } from '#records/exchange/server/import/deps.ts'
import { openImportFiles } from '#records/exchange/server/import/importFiles.ts'

/** The largest file that can be imported: 1 GiB. */
const largestFile = 1024 ** 3

export type ImportsOptions = {
  readonly ground: BaseContext
  readonly online: Database
  readonly dataFolder: string
  readonly storage: Storage
  readonly models: Models
  readonly changes: ChangeSets<Model>
  readonly memberships: MembershipLookup
  readonly grown: TableCare['grown']
  readonly wake: () => void
}

/** What imports need of definitions, members and files. */
export function importDeps({
  ground,
  online,
  dataFolder,
  storage,
  models,
  changes,
  memberships,
  grown,
  wake,
}: ImportsOptions): UndoDeps {
  // Definitions and their tables take more than the environment's role may.
  const atWork = (actor: ImportActor) => ({
    ...actor,
    database: online,
    environment: { ...actor.environment, collation: qualified(actor.environment.schema, textCollation) },
  })
  return {
    files: openImportFiles(storage, join(dataFolder, 'imports')),
    largest: largestFile,
    readModel: ({ environment }) => models.fresh(environment),
    applyChange: async (actor, operations) => (await changes.apply(atWork(actor), operations)).id,
    undoChange: async (actor, id, companion) => void (await changes.undo(atWork(actor), id, undefined, companion)),
    async actorOf(place, memberId, cause) {
      // That the member was developing was asked when the job was started.
      const membership = await memberships.find({ id: memberId, developerMode: true }, place.id)
      const context = {
        ...ground,
        database: online,
        requestId: cause.id,
        locale: defaultLocale,
        namesOf: principalNames,
      }
      // What a member who has left began is still taken back where it failed; nothing else is done for them.
      if (!membership)
        return { ...context, environment: place, member: formerMember(memberId), renewed: refused, cause }
      // Asked as work begins, and not where a failed import is taken back: that is done whoever may still sign in.
      const renewed = async () => {
        if (!(await personOf(ground.database, memberId))) throw fault('environment.unknown')
        return membership.renewed()
      }
      return { ...context, ...membership, database: online.under(membership.environment.role), renewed, cause }
    },
    async recordsOf(actor) {
      const user = await personOf(ground.database, actor.member.id)
      const membership = user && (await memberships.find(user, actor.environment.id))
      if (!user || !membership) throw fault('environment.unknown')
      const { database, requestId, cause } = actor
      const session: Session = { id: requestId, method: 'jwt', key: Buffer.alloc(0), user }
      return {
        ...ground,
        database,
        requestId,
        locale: user.locale,
        timeZone: actor.timeZone ?? user.timeZone ?? undefined,
        ...membership,
        models,
        session,
        cause,
      }
    },
    loaded: (actor, table) => grown(atWork(actor).environment, table),
    wake,
  }
}

function formerMember(id: string): ImportActor['member'] {
  const holdings = {
    principals: [],
    units: [],
    unitChain: [],
    held: [],
    privileges: [],
    fieldRules: [],
    activities: new Set<never>(),
  }
  return { id, unitId: '', administrator: false, developerMode: false, holdings, accessVersion: 0 }
}

function refused(): Promise<never> {
  return Promise.reject(fault('environment.unknown'))
}
