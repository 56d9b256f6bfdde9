import { changeSets } from '../../src/changes/server/changes.ts'
import { activities } from '../../src/environments/activity.ts'
import { modelsOf } from '../../src/entities/server/model.ts'
import { createRunner } from '../../src/jobs/server/runner.ts'
import { newId } from '../../src/platform/server/newId.ts'
import { openDatabase } from '../../src/platform/server/database/database.ts'
import type { ImportActor } from '../../src/records/exchange/server/import/deps.ts'
import { folderFiles } from '../../src/records/exchange/server/import/importFiles.ts'
import { importHandler } from '../../src/records/exchange/server/import/load.ts'
import { definitionStoreOf } from '../../src/tables/server/definitionStore.ts'

/** A process of its own that runs import jobs until it is killed: `node importChild.ts <JSON>`. */
type Orders = {
  readonly connectionString: string
  readonly folder: string
  readonly environment: { readonly id: string; readonly schema: string; readonly collation: string }
  readonly member: ImportActor['member']
}

const { connectionString, folder, environment, member } = JSON.parse(process.argv[2] ?? '{}') as Orders
const database = openDatabase({ connectionString, connections: 4 })
const log = { debug() {}, info() {}, warn: console.warn, error: console.error }
const models = modelsOf(database)
const changes = changeSets(definitionStoreOf({ models, online: database, log }))
const ground = { database, now: () => new Date(), newId, log }
// A set is none any more when it has been JSON.
const holder = { ...member, heldRights: { ...member.heldRights, activities: new Set(activities) } }
const context = { ...ground, environment, member: holder, cause: { kind: 'request', id: 'child' } as const }
const runner = createRunner({
  ground,
  handlers: {
    import: importHandler({
      files: folderFiles(folder),
      largest: 1,
      readModel: (each) => models.fresh(each.environment),
      applyChange: async (_actor, operations) => (await changes.apply(context, operations)).id,
      undoChange: async (_actor, change, companion) => void (await changes.undo(context, change, undefined, companion)),
      actorOf: async (_place, _member, cause) => ({ ...context, requestId: 'child', locale: 'en', cause }),
      loaded: () => undefined,
      wake: () => undefined,
    }),
  },
  poll: 0.1,
  lease: 2,
})
runner.start()
setInterval(() => undefined, 1000)
