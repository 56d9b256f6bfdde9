import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { once } from 'node:events'
import { changeSets } from '../src/changes/server/changes.ts'
import { changesSchema } from '../src/changes/server/changes.schema.ts'
import { entitiesSchema } from '../src/entities/server/entities.schema.ts'
import { modelsOf } from '../src/entities/server/model.ts'
import { environmentsSchema } from '../src/environments/server/environments.schema.ts'
import { jobMigrations, jobSchema } from '../src/jobs/server/jobs.schema.ts'
import { readJob } from '../src/jobs/server/jobs.ts'
import { createRunner } from '../src/jobs/server/runner.ts'
import { newId } from '../src/platform/server/newId.ts'
import { openDatabase } from '../src/platform/server/database/database.ts'
import { migrate } from '../src/platform/server/database/migrations.ts'
import { startPostgres } from '../src/platform/server/postgres/postgres.ts'
import type { Import, ImportPlan } from '../src/records/exchange/import/settings.ts'
import type { ImportActor, ImportDeps } from '../src/records/exchange/server/import/deps.ts'
import { importSchema } from '../src/records/exchange/server/import/import.schema.ts'
import { folderFiles } from '../src/records/exchange/server/import/importFiles.ts'
import { startImport } from '../src/records/exchange/server/import/imports.ts'
import { importHandler } from '../src/records/exchange/server/import/load.ts'
import { uploadFile } from '../src/records/exchange/server/import/uploads.ts'
import { recordsSchema } from '../src/records/server/records.schema.ts'
import { holdingsOf } from '../test/support/access.ts'
import { definitionStoreOf } from '../src/tables/server/definitionStore.ts'

/**
 * The import of a file beside `COPY` of the same rows into the same table with the same indexes, in alternation.
 * node bench/import.ts [rows] [rounds]
 */
const rows = Number(process.argv[2] ?? 1_000_000)
const rounds = Number(process.argv[3] ?? 2)
const quiet = { debug() {}, info() {}, warn: console.warn, error: console.error }
const folder = await mkdtemp(join(tmpdir(), 'lintel-bench-'))
await chmod(folder, 0o755)
const postgres = await startPostgres({ folder: join(folder, 'data'), log: () => undefined })
const database = openDatabase({ connectionString: postgres.connectionString, statementTimeout: 0 })
try {
  await run()
} finally {
  await database.stop()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

async function run(): Promise<void> {
  const ground = await prepareEnvironment()
  const importer = openImporter(ground)
  const { actor, deps, runner, definitions } = importer
  runner.start()

  const plain = join(folder, 'plain.csv')
  const whole = join(folder, 'whole.csv')
  await generate(plain, whole, ground.ann, ground.unit)
  const made = await uploadFile(actor, deps, { label: 'bench.csv', source: createReadStream(plain) })
  const first = await finishImport(importer, made, planOf(made))
  const entity = String(first.result?.['entity_id'])
  await definitions.settled()
  const table = `"${ground.environment.schema}"."bench"`
  const columns = [
    'id',
    'version',
    'created_on',
    'created_by_id',
    'updated_on',
    'updated_by_id',
    'owner_id',
    'owning_unit_id',
    ...made.guess.columns.map(({ uri }) => `"${uri}"`),
  ]
  const times: { copy: number[]; import: number[] } = { copy: [], import: [] }
  let peak = 0
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 200)
  for (let round = 0; round < rounds; round++) {
    await empty(table)
    const start = performance.now()
    await database.transaction((transaction) =>
      transaction.copyIn(
        `copy ${table} (${columns.join(', ')}) from stdin (format csv)`,
        createReadStream(whole, { highWaterMark: 256 * 1024 }),
      ),
    )
    times.copy.push(performance.now() - start)
    await empty(table)
    const again = await uploadFile(actor, deps, { label: 'bench.csv', source: createReadStream(plain) })
    const plan = planOf(again)
    const into = {
      ...plan,
      target: { entity, keys: [], columns: plan.target.columns.map(({ attribute: _attribute, ...column }) => column) },
    }
    const begun = performance.now()
    await finishImport(importer, again, into)
    times.import.push(performance.now() - begun)
  }
  clearInterval(watch)
  await runner.stop()
  const size = (await stat(plain)).size / 1024 ** 2
  const best = { copy: Math.min(...times.copy), import: Math.min(...times.import) }
  console.log(`${rows} rows, ${made.guess.columns.length} columns, ${size.toFixed(0)} MB, ${rounds} rounds`)
  for (const [name, each] of Object.entries(best))
    console.log(`${name.padEnd(8)} ${(each / 1000).toFixed(2)} s  ${Math.round(rows / (each / 1000))} rows/s`)
  console.log(`ratio    ${(best.import / best.copy).toFixed(2)} (goal 1.5)   memory ${Math.round(peak / 1024 ** 2)} MB`)
}

type BenchGround = Awaited<ReturnType<typeof prepareEnvironment>>

/** An environment with one unit and one member, written without a server. */
async function prepareEnvironment() {
  const ann = newId()
  const unit = newId()
  const id = newId()
  const schema = `e_${id.replaceAll('-', '')}`
  const environment = { id, schema, collation: `"${schema}"."_text"` }
  await migrate(database, 'lintel', jobMigrations)
  await database.execute({ text: `create schema "${schema}"` })
  await database.execute({ text: `create collation "${schema}"."_text" (provider = icu, locale = 'und')` })
  const parts = [environmentsSchema, changesSchema, entitiesSchema, recordsSchema, jobSchema, importSchema]
  await migrate(
    database,
    schema,
    parts.flatMap((part) => part(schema)),
  )
  await database.execute({ text: `insert into "${schema}"."_version" values (true, 1, 1)` })
  await database.execute({
    text: `insert into "${schema}"."_unit" values ($1, null, 'Root', 1, now())`,
    values: [unit],
  })
  await database.execute({
    text: `insert into "${schema}"."_principal" values ($1, 'member', 'Ann', $2), ($2, 'unit', 'Root', $2)`,
    values: [ann, unit],
  })
  return { ann, unit, environment }
}

type Importer = ReturnType<typeof openImporter>

/** What imports stand on, and the runner that does them. */
function openImporter({ ann, unit, environment }: BenchGround) {
  const models = modelsOf(database)
  const definitions = definitionStoreOf({ models, online: database, log: quiet })
  const changes = changeSets(definitions)
  const context = {
    database,
    now: () => new Date(),
    newId,
    log: quiet,
    environment,
    member: { id: ann, heldRights: holdingsOf(ann, unit) },
    cause: { kind: 'request', id: 'bench' } as const,
  }
  const actor: ImportActor = {
    ...context,
    requestId: 'bench',
    locale: 'en',
    member: {
      id: ann,
      unitId: unit,
      administrator: true,
      developerMode: true,
      heldRights: holdingsOf(ann, unit),
      accessVersion: 1,
    },
  }
  const deps: ImportDeps = {
    files: folderFiles(join(folder, 'files')),
    largest: 4 * 1024 ** 3,
    readModel: (each) => models.fresh(each.environment),
    applyChange: async (_actor, operations) => (await changes.apply(context, operations)).id,
    undoChange: async (_actor, change) => void (await changes.undo(context, change)),
    actorOf: async (_place, _member, cause) => ({ ...actor, cause }),
    loaded: () => undefined,
    wake: () => runner.wake(),
  }
  const runner = createRunner({ ground: context, handlers: { import: importHandler(deps) } })
  return { actor, deps, runner, definitions }
}

async function finishImport({ actor, deps }: Importer, file: Import, plan: ImportPlan) {
  const jobId = await startImport(actor, deps, file.id, plan)
  for (;;) {
    const now = await readJob(actor, jobId)
    if (now.state === 'succeeded') return now
    if (now.ended_on) throw new Error(JSON.stringify(now.error))
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function empty(name: string): Promise<void> {
  await database.execute({ text: `truncate ${name}` })
  await database.execute({ text: 'checkpoint' }).catch(() => undefined)
}

function planOf({ guess }: Import): ImportPlan {
  return {
    settings: {
      encoding: guess.encoding.value,
      delimiter: guess.delimiter.value,
      header: guess.header.value,
      skip: guess.skip,
    },
    target: {
      entity: { name: 'Bench', collectionname: 'Bench', uri: 'bench' },
      keys: [],
      columns: guess.columns.map(({ kind, name, uri, type, options: { options, ...rest }, format }, column) => ({
        column,
        field: uri,
        ...(kind === 'name'
          ? {}
          : {
              attribute: {
                name,
                uri,
                type,
                ...rest,
                ...(options ? { options: options.map((each) => ({ ...each, color: null, active: true })) } : {}),
              },
            }),
        format,
        emptymarks: [],
        match: 'any' as const,
        missing: 'reject' as const,
      })),
    },
    skiprejected: false,
  }
}

/** The same rows twice: as people have them, and with the system's columns for COPY. */
async function generate(plain: string, whole: string, ann: string, unit: string): Promise<void> {
  await mkdir(dirname(plain), { recursive: true })
  const [one, other] = [createWriteStream(plain), createWriteStream(whole)]
  one.write('name,number1,number2,price,weight,due,seen,active,state,mail,city,code,note,text1,text2,text3,text4\n')
  const time = new Date().toISOString()
  const states = ['open', 'paid', 'late', 'void']
  for (let index = 0; index < rows; index++) {
    const day = String((index % 28) + 1).padStart(2, '0')
    const line = `Record ${index},${index},${(index * 7919) % 100_000},${index % 1000}.${(index % 90) + 10},${index % 50}.5,2024-03-${day},2024-03-${day}T10:${String(index % 60).padStart(2, '0')}:00Z,${index % 2 === 0},${states[index % 4]},p${index}@example.com,City ${index % 5000},C-${index % 900_000},"A note, with a comma ${index}",text ${index % 77},longer text number ${index},x${index},y${index % 13}z${index}\n`
    const more = other.write(`${newId()},1,${time},${ann},${time},${ann},${ann},${unit},${line}`)
    if (!one.write(line)) await once(one, 'drain')
    if (!more) await once(other, 'drain')
  }
  one.end()
  other.end()
  await Promise.all([once(one, 'close'), once(other, 'close')])
}
