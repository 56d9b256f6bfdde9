import { join } from 'node:path'
import type { ChangeSets } from '#changes/server/changes.ts'
import type { Model } from '#entities/model.ts'
import type { Models } from '#entities/server/model.ts'
import { textCollation } from '#environments/server/environments.schema.ts'
import { principalNames } from '#environments/server/names.ts'
import { fault } from '#faults/fault.ts'
import type { JobCause, EnvironmentSchema } from '#jobs/server/jobs.ts'
import { defaultLocale } from '#language/locale.ts'
import type { BaseContext } from '#platform/server/context.ts'
import type { Database } from '#platform/server/database/database.ts'
import { qualified } from '#platform/sql.ts'
import type { TableCare } from '#tables/server/definitionStore.ts'
import type { FindMemberAtWork } from '#main/memberAtWork.ts'
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
  readonly memberAtWork: FindMemberAtWork
  readonly grown: TableCare['grown']
  readonly wake: () => void
}

/** Dependencies of imports: definitions, members and files. */
export function importDeps({
  ground,
  online,
  dataFolder,
  storage,
  models,
  changes,
  memberAtWork,
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
      const member = await memberAtWork(place, { memberId, cause, developerMode: true })
      return member ?? formerActor(ground, online, { place, memberId, cause })
    },
    async recordsOf({ environment, member, cause, timeZone, database, requestId }) {
      const work = { memberId: member.id, cause, timeZone }
      const found = await memberAtWork(environment, work)
      if (!found) throw fault('environment.unknown')
      return { ...found, database, requestId, models }
    },
    loaded: (actor, table) => grown(atWork(actor).environment, table),
    wake,
  }
}

type FormerWork = { readonly place: EnvironmentSchema; readonly memberId: string; readonly cause: JobCause }

/** The failed import of a former member is still rolled back; nothing else is done for such a member. */
function formerActor(ground: BaseContext, online: Database, { place, memberId, cause }: FormerWork): ImportActor {
  return {
    ...ground,
    database: online,
    requestId: cause.id,
    locale: defaultLocale,
    namesOf: principalNames,
    environment: place,
    member: formerMember(memberId),
    renewed: refused,
    cause,
  }
}

function formerMember(id: string): ImportActor['member'] {
  const heldRights = {
    principals: [],
    units: [],
    unitChain: [],
    held: [],
    privileges: [],
    fieldRules: [],
    activities: new Set<never>(),
  }
  return { id, unitId: '', administrator: false, developerMode: false, heldRights, accessVersion: 0 }
}

function refused(): Promise<never> {
  return Promise.reject(fault('environment.unknown'))
}
