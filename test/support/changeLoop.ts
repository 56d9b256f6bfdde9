import { randomInt } from 'node:crypto'
import { changeSets, type ChangeContext, type ChangedEnvironment } from '../../src/changes/server/changes.ts'
import { modelsOf } from '../../src/entities/server/model.ts'
import { activities } from '../../src/environments/activity.ts'
import { newId } from '../../src/platform/server/newId.ts'
import { openDatabase } from '../../src/platform/server/database/database.ts'
import { definitionStoreOf } from '../../src/tables/server/definitionStore.ts'
import { choicesOf, randomChange } from './randomChanges.ts'

// Changes definitions without end, until somebody kills this process. The naive twin does what many products do: the
// table first, then the definition, each statement by itself.
const [connectionString = '', environmentJson = '{}', way = 'ours'] = process.argv.slice(2)
const environment = JSON.parse(environmentJson) as ChangedEnvironment
const database = openDatabase({ connectionString, connections: 2 })
const models = modelsOf(database)
const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
const definitions = definitionStoreOf({ models, online: database, log: quiet })
const context: ChangeContext = {
  database:
    way === 'ours'
      ? database
      : {
          ...database,
          transaction: (work) =>
            work({ ...database, copyIn: () => Promise.reject(new Error('unused')), allow: () => Promise.resolve() }),
        },
  now: () => new Date(),
  newId,
  log: quiet,
  environment,
  member: { id: newId(), heldRights: { activities: new Set(activities) } },
  cause: { kind: 'system', id: 'loop' },
}
const changes = changeSets(definitions)

process.stdout.write('ready\n')
for (;;) {
  const numbers = Array.from({ length: 100 }, () => randomInt(1_000_000))
  const operations = randomChange(await models.reload(environment), choicesOf(numbers), newId)
  if (operations.length === 0) continue
  const { id } = await changes.apply(context, operations)
  if (randomInt(4) === 0) await changes.undo(context, id)
}
