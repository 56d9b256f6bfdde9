import { randomUUID } from 'node:crypto'
import { auditTables } from '../../src/audit/server/audit.schema.ts'
import { changeSets, type ChangeContext, type ChangeSets } from '../../src/changes/server/changes.ts'
import { changesSchema } from '../../src/changes/server/changes.schema.ts'
import type { Model } from '../../src/entities/model.ts'
import { entitiesSchema } from '../../src/entities/server/entities.schema.ts'
import { featuresSchema } from '../../src/entities/server/features.schema.ts'
import { variablesSchema } from '../../src/entities/server/variables.schema.ts'
import { modelsOf, type Models } from '../../src/entities/server/model.ts'
import { activities } from '../../src/environments/activity.ts'
import { newId } from '../../src/platform/server/newId.ts'
import { openDatabase, type Database } from '../../src/platform/server/database/database.ts'
import { migrateIn } from '../../src/platform/server/database/migrations.ts'
import { definitionStoreOf, type DefinitionPart } from '../../src/tables/server/definitionStore.ts'
import { viewsSchema } from '../../src/views/server/views.schema.ts'
import { driver } from './driver.ts'
import { emptyDatabase } from './database.ts'

/** A database with one environment's schema that holds nothing but definitions and their tables. */
export type DefinitionsGround = {
  readonly connectionString: string
  readonly database: Database
  readonly context: ChangeContext
  readonly changes: ChangeSets<Model>
  readonly models: Models
  settled(): Promise<void>
  stop(): Promise<void>
}

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

/** `parts` are definitions of concepts above entities that the change sets shall mind too. */
export async function definitionsGround(
  name: string,
  parts: readonly DefinitionPart[] = [],
): Promise<DefinitionsGround> {
  const own = await emptyDatabase(name)
  const database = openDatabase({ driver, connectionString: own.connectionString, connections: 4 })
  const id = newId()
  const memberId = randomUUID()
  const schema = `e_${id.replaceAll('-', '')}`
  await database.transaction(async (transaction) => {
    await transaction.execute({ text: `create schema "${schema}"` })
    await transaction.execute({ text: `create collation "${schema}"."_text" (provider = icu, locale = 'und')` })
    await transaction.execute({
      text: `create table "${schema}"."_version" (one boolean primary key default true, model_version integer not null,
        access_version integer not null)`,
    })
    await transaction.execute({
      text: `create table "${schema}"."_member" (id uuid primary key, firstname text not null, lastname text not null)`,
    })
    await transaction.execute({
      text: `insert into "${schema}"."_member" values ($1, 'Ann', 'Maker')`,
      values: [memberId],
    })
    await transaction.execute({ text: `insert into "${schema}"."_version" values (true, 0, 0)` })
    await migrateIn(transaction, schema, [
      ...auditTables(schema),
      ...changesSchema(schema),
      ...entitiesSchema(schema),
      ...variablesSchema(schema),
      ...featuresSchema(schema),
      ...viewsSchema(schema),
    ])
  })
  const models = modelsOf(database)
  const definitions = definitionStoreOf({ models, online: database, log: quiet, parts })
  const context: ChangeContext = {
    database,
    now: () => new Date(),
    newId,
    log: quiet,
    environment: { id, schema, collation: `"${schema}"."_text"` },
    member: { id: memberId, heldRights: { activities: new Set(activities) } },
    cause: { kind: 'request', id: 'test' },
  }
  return {
    connectionString: own.connectionString,
    database,
    context,
    changes: changeSets(definitions),
    models,
    settled: () => definitions.settled(),
    async stop() {
      await definitions.settled()
      await database.stop()
      await own.drop()
    },
  }
}
