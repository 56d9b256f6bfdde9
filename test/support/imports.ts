import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { Job } from '../../src/jobs/job.ts'
import { readJob } from '../../src/jobs/server/jobs.ts'
import { jobMigrations, jobSchema } from '../../src/jobs/server/jobs.schema.ts'
import { createRunner, type Runner } from '../../src/jobs/server/runner.ts'
import { migrate } from '../../src/platform/server/database/migrations.ts'
import type { Import, ImportPlan } from '../../src/records/exchange/import/settings.ts'
import { filesSchema } from '../../src/records/files/server/files.schema.ts'
import type { RecordsContext } from '../../src/records/server/freshModel.ts'
import type { ImportActor, UndoDeps } from '../../src/records/exchange/server/import/deps.ts'
import type { DefinitionPart } from '../../src/tables/server/definitionStore.ts'
import { importSchema } from '../../src/records/exchange/server/import/import.schema.ts'
import { folderFiles } from '../../src/records/exchange/server/import/importFiles.ts'
import { uploadFile } from '../../src/records/exchange/server/import/uploads.ts'
import { importHandler } from '../../src/records/exchange/server/import/load.ts'
import { undoHandler } from '../../src/records/exchange/server/import/undo.ts'
import { recordsSchema } from '../../src/records/server/records.schema.ts'
import { holdingsOf } from './access.ts'
import { definitionsGround, type DefinitionsGround } from './definitions.ts'

/** An environment in which files can be imported, with a runner of its own. */
export type ImportGround = {
  readonly ground: DefinitionsGround
  readonly actor: ImportActor
  readonly deps: UndoDeps
  /** Where files lie. */
  readonly folder: string
  readonly runner: Runner
  table(uri: string): string
  rows<Row>(text: string, values?: unknown[]): Promise<Row[]>
  upload(content: string | Buffer, label?: string): Promise<Import>
  ended(jobId: string): Promise<Job>
  stop(): Promise<void>
}

export async function importGround(name: string, parts: readonly DefinitionPart[] = []): Promise<ImportGround> {
  const ground = await definitionsGround(name, parts)
  const { database, context } = ground
  const { schema } = context.environment
  const folder = await mkdtemp(join(tmpdir(), 'lintel-import-'))
  await migrate(database, 'lintel', jobMigrations)
  await database.execute({ text: 'create table lintel.environment (id uuid, state text)' })
  await migrate(database, schema, [
    ...recordsSchema(schema),
    ...jobSchema(schema),
    ...importSchema(schema),
    ...filesSchema(schema),
  ])
  await database.execute({
    text: `create table if not exists "${schema}"."_principal" (id uuid primary key, kind text, name text, unit_id uuid)`,
  })
  const unitId = context.newId()
  await database.execute({
    text: `insert into "${schema}"."_principal" values ($1, 'member', 'Ann', $2), ($2, 'unit', 'Root', $2)`,
    values: [context.member.id, unitId],
  })
  const actor: ImportActor = {
    ...context,
    requestId: 'test',
    locale: 'en',
    member: {
      id: context.member.id,
      unitId,
      administrator: true,
      developerMode: true,
      accessVersion: 1,
      heldRights: holdingsOf(context.member.id, unitId),
    },
  }
  const deps: UndoDeps = {
    files: folderFiles(folder),
    largest: 64 * 1024 * 1024,
    readModel: (each) => ground.models.fresh(each.environment),
    applyChange: async (each, operations) =>
      (await ground.changes.apply({ ...context, ...each, environment: context.environment }, operations)).id,
    undoChange: async (each, changeId, companion) =>
      void (await ground.changes.undo(
        { ...context, ...each, environment: context.environment },
        changeId,
        undefined,
        companion,
      )),
    actorOf: async (_place, _member, cause) => ({ ...actor, cause }),
    recordsOf: (each) => {
      const { member, environment } = context as unknown as RecordsContext
      return Promise.resolve({
        ...context,
        ...each,
        environment: { ...environment, role: null },
        caller: { userId: member.id, keyId: null },
        models: ground.models,
      } as unknown as RecordsContext)
    },
    loaded: () => undefined,
    wake: () => runner.wake(),
  }
  const runner = createRunner({
    ground: context,
    handlers: { import: importHandler(deps), importundo: undoHandler(deps) },
    poll: 0.2,
    lease: 2,
  })
  runner.start()
  return {
    ground,
    actor,
    deps,
    folder,
    runner,
    table: (uri) => `"${schema}"."${uri}"`,
    rows: (text, values) => database.query({ text, ...(values ? { values } : {}) }),
    upload: (content, label = 'file.csv') =>
      uploadFile(actor, deps, { label, source: Readable.from([Buffer.from(content)]) }),
    async ended(jobId) {
      for (;;) {
        const job = await readJob(actor, jobId)
        if (job.ended_on) return job
        await pause(20)
      }
    },
    async stop() {
      await runner.stop(0)
      await rm(folder, { recursive: true, force: true })
      await ground.stop()
    },
  }
}

/** What a maker sends who takes every guess as it is. */
export function planOf(made: Import, entity: { name: string; uri: string } | string): ImportPlan {
  const { guess } = made
  return {
    settings: {
      encoding: guess.encoding.value,
      delimiter: guess.delimiter.value,
      header: guess.header.value,
      skip: guess.skip,
    },
    target: {
      entity: typeof entity === 'string' ? entity : { ...entity, collectionname: entity.name },
      columns: guess.columns.map(({ kind, name, uri, description, type, options, format, emptymarks }, column) => ({
        column,
        field: uri,
        ...(kind === 'name' ? {} : { attribute: { name, uri, description, type, ...withOptions(options) } }),
        format,
        emptymarks: [...emptymarks],
        match: 'any' as const,
        missing: 'reject' as const,
      })),
      keys: [],
    },
    skiprejected: false,
  }
}

function withOptions({ options, ...rest }: Import['guess']['columns'][number]['options']) {
  return { ...rest, ...(options ? { options: options.map((each) => ({ ...each, color: null, active: true })) } : {}) }
}
