import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { columnOf, isReadable } from '#attributes/attribute.ts'
import { fieldReaders } from '#attributes/record.ts'
import { prepareValues } from '#attributes/server/attributes.ts'
import { isRefusal, type WireValue } from '#attributes/type.ts'
import { attributeTypes, offeredTypeNames, type AttributeTypeName } from '#attributes/types.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { exportFormats, type ExportFormat } from '#records/exchange/export/exportOptions.ts'
import { exportRecords, type ExportContext } from '#records/exchange/server/export/exportRecords.ts'
import { insertFile } from '#records/files/server/files.store.ts'
import { dryRun } from '#records/exchange/server/import/dryRun.ts'
import { startImport } from '#records/exchange/server/import/imports.ts'
import { createWriter } from '#records/exchange/server/import/write.ts'
import {
  randomDigits as digits,
  randomMoment as day,
  randomText as text,
} from '../../../../../test/support/randomTexts.ts'
import { importGround, type ImportGround } from '../../../../../test/support/imports.ts'

/** One attribute of every type that has a column and may be read; a password leaves in no file. */
const stored = offeredTypeNames.filter(
  (name) => !['password', 'N:1', 'file', 'image'].includes(name) && attributeTypes[name].edm !== null,
)
const options = ['open', 'won; lost', '=1+1', 'Label "x"'].map((value, at) => ({
  value,
  // One label is the value of another choice, and one would be a formula.
  label: ['Open', 'open issue', '-2+3', 'won; lost!'][at] ?? value,
  color: null,
  active: true,
}))
const special: Partial<Record<AttributeTypeName, object>> = {
  decimal: { precision: 38, scale: 18 },
  select: { options },
  multiselect: { options },
  autonumber: { format: '=N-{0000}' },
  text: { maxlength: 4000 },
}

let house: ImportGround
let source: EntityDefinition
let copy: EntityDefinition
let people: readonly string[]
let teams: readonly string[]
let linked: readonly string[]

beforeAll(async () => {
  house = await importGround('identity')
  people = [house.actor.member.id]
  const team = house.actor.newId()
  await house.rows(`insert into ${house.table('_principal')} values ($1, 'team', 'Team', null)`, [team])
  teams = [team]
  await house.rows(
    `create table if not exists ${house.table('_counter')} (attribute_id uuid primary key, next bigint not null)`,
  )
  const made = await house.deps.applyChange(house.actor, [
    { kind: 'entity.create', name: 'Other', collectionname: 'Others', uri: 'others', attributes: [] },
  ])
  expect(made).toBeTruthy()
  const others = await entityOf('others')
  const attributes = [
    ...stored.map((type, at) => ({
      name: `Of ${type}`,
      uri: `attr${letters(at)}`,
      type,
      ...special[type],
      required: false,
    })),
    { name: 'Link', uri: 'link', type: 'N:1', related_entity: others.id },
  ]
  for (const uri of ['source', 'copies'])
    await house.deps.applyChange(house.actor, [
      { kind: 'entity.create', name: `Of ${uri}`, collectionname: `Of ${uri}`, uri, attributes },
    ])
  source = await entityOf('source')
  copy = await entityOf('copies')
  linked = await house.ground.database.transaction((transaction) =>
    createWriter(house.actor, others, ['name'])(transaction, { rows: [['=one'], ["'two"], ['three, "3"']] }),
  )
}, 60_000)
afterAll(() => house.stop())

async function entityOf(uri: string): Promise<EntityDefinition> {
  const entity = (await house.deps.readModel(house.actor)).entitiesByUri.get(uri)
  if (!entity) throw new Error(uri)
  return entity
}

const letters = (at: number) => String.fromCharCode(97 + Math.floor(at / 26)) + String.fromCharCode(97 + (at % 26))

/** Random values of a type; what its reader does not take counts as none. */
function valuesOf(type: AttributeTypeName): fc.Arbitrary<WireValue> {
  const given: Partial<Record<AttributeTypeName, fc.Arbitrary<WireValue>>> = {
    boolean: fc.boolean(),
    number: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
    rating: fc.constantFrom('1', '3', '5'),
    decimal: fc
      .tuple(fc.constantFrom('', '-'), digits(20), digits(18))
      .map(([sign, whole, part]) => `${sign}${whole}.${part}`),
    date: day.map((iso) => iso.slice(0, 10)),
    datetime: day,
    time: day.map((iso) => iso.slice(11, 19)),
    month: day.map((iso) => iso.slice(0, 7)),
    week: fc.constantFrom('2024-W01', '2020-W53', '1999-W09'),
    duration: fc.constantFrom('PT1H30M', 'P2DT15S', '-PT45M', 'PT0S', 'P400D'),
    select: fc.constantFrom(...options.map(({ value }) => value)),
    multiselect: fc.subarray(options.map(({ value }) => value)),
    id: fc.uuid(),
    user: fc.constantFrom(...people),
    team: fc.constantFrom(...teams),
    color: fc.stringMatching(/^#[0-9a-f]{6}$/),
    email: fc.constantFrom('a@example.org', '=x@example.org', "'o@example.org"),
    url: fc.constantFrom('https://example.org/?a=1,2', 'https://lv.example/ā'),
    tel: fc.constantFrom('+37120000000', '+371 2000 0000'),
    'N:1': fc.constantFrom(...linked),
  }
  const samples = attributeTypes[type].samples as readonly WireValue[]
  return fc.option(fc.oneof(given[type] ?? text, ...(given[type] ? [] : [fc.constantFrom(...samples)])), { freq: 5 })
}

/** Rows of values for the columns, as their own readers make them. */
function rowsFor(entity: EntityDefinition, columns: readonly string[]): fc.Arbitrary<WireValue[][]> {
  const readers = fieldReaders(entity)
  const row = fc.tuple(
    ...columns.map((column) => {
      const reader = readers.get(column)
      const { type } = reader?.field ?? { type: 'text' as const }
      return valuesOf(type).map((value) => {
        const read = reader?.read(value) ?? null
        return isRefusal(read) ? null : read
      })
    }),
  )
  // Unique values are told apart by their place; most are left out.
  const unique = new Set(columns.filter((column) => readers.get(column)?.field.unique))
  return fc.array(row, { minLength: 1, maxLength: 8 }).map((rows) =>
    rows.map((values, at) =>
      values.map((value, index) => {
        const column = columns[index] ?? ''
        // A record always has its number.
        if (readers.get(column)?.field.type === 'autonumber') return `=N-${at}`
        return at > 0 && unique.has(column) ? null : value
      }),
    ),
  )
}

const contextOf = async (): Promise<ExportContext> => {
  const { actor, ground } = house
  const model = () => ground.models.fresh(ground.context.environment)
  const environment = { ...ground.context.environment, uri: 'identity' }
  const models = { current: model, fresh: model, reload: model }
  const caller = { userId: '', keyId: null }
  const { accessVersion } = await model()
  return {
    ...actor,
    member: { ...actor.member, accessVersion },
    environment,
    caller,
    models,
    online: ground.database,
    secret: 'secret',
  } as unknown as ExportContext
}

const file = async (entity: EntityDefinition, format: ExportFormat, columns: readonly string[]) => {
  const asked = { format, columns: [...columns], links: 'id', header: 'uri', encoding: 'utf-8', orderby: 'id' } as const
  return buffer((await exportRecords(await contextOf(), entity.id, { ...asked, columns: [...columns] })).body)
}

describe('[R178:exchange] [R179:exchange] [R180:exchange] [R181:exchange] [R182:exchange] [R183:exchange] [R185:exchange] [R186:exchange] [R187:exchange] [R188:exchange] [R191:exchange] [R192:exchange] [R193:exchange] [R194:exchange] [R195:exchange] [R196:exchange] [R197:exchange] [R198:exchange] [R199:exchange] [R200:exchange] [R201:exchange] [R202:exchange] [R203:exchange] [R207:exchange] export, then import into an empty copy, is the identity', () => {
  test.each(exportFormats)('for every type, by %s', { timeout: 120_000 }, async (format) => {
    const own = source.fields.filter((field) => !('label' in field) && isReadable(field)).map(columnOf)
    const columns = ['name', 'status', ...own]
    const shown = ['id', ...columns]
    await fc.assert(
      fc.asyncProperty(rowsFor(source, columns), async (rows) => {
        await house.rows(`truncate ${house.table('source')}, ${house.table('copies')}`)
        const clean = await Promise.all(
          rows.map(async (row) => {
            const values = await prepareValues(
              source,
              Object.fromEntries(columns.map((column, at) => [column, row[at] ?? null])),
            )
            return columns.map((column) => (column === 'status' ? 'active' : (values[column] ?? null)))
          }),
        )
        await house.ground.database.transaction((transaction) =>
          createWriter(house.actor, source, columns)(transaction, { rows: clean }),
        )
        const bytes = await file(source, format, shown)
        await bringIn(bytes, shown)
        const differing = await house.rows(
          `(select ${list(shown)} from ${house.table('source')} except all select ${list(shown)} from ${house.table('copies')})
          union all (select ${list(shown)} from ${house.table('copies')} except all select ${list(shown)} from ${house.table('source')})`,
        )
        expect(differing).toEqual([])
        const again = await file(copy, format, shown)
        // A zip archive holds the time at which it was made.
        if (format !== 'xlsx') expect(again.equals(bytes)).toBe(true)
      }),
      { numRuns: 8, endOnFailure: true },
    )
  })

  test('an empty text is none, which is what records know of it', () => {
    expect(fieldReaders(source).get('name')?.read('')).toBeNull()
  })
})

describe('[R189:exchange] [R190:exchange] files and images, which belong to one record each,', () => {
  test.each(exportFormats)('come back into their own records by %s as they were', async (format) => {
    const uri = `files${format}`
    const attributes = [
      { name: 'Papers', uri: 'papers', type: 'file', required: false },
      { name: 'Picture', uri: 'picture', type: 'image', required: false },
    ]
    await house.deps.applyChange(house.actor, [
      { kind: 'entity.create', name: uri, collectionname: uri, uri, attributes },
    ])
    const entity = await entityOf(uri)
    const rows = [
      [3, 1],
      [1, 0],
      [0, 0],
    ].map((amounts) => amounts.map((amount) => Array.from({ length: amount }, () => house.actor.newId())))
    const ids = await house.ground.database.transaction((transaction) =>
      createWriter(house.actor, entity, ['papers', 'picture'])(transaction, {
        rows: rows.map((row) => row.map((each) => (each.length === 0 ? null : each))),
      }),
    )
    for (const [at, row] of rows.entries())
      for (const [index, files] of row.entries())
        for (const id of files) await keepFile(entity, attributes[index]?.uri ?? '', id, ids[at] ?? '')
    const stored = () => house.rows(`select id, papers, picture from ${house.table(uri)} order by id`)
    const before = await stored()
    const columns = ['id', 'papers', 'picture']
    const bytes = await file(entity, format, columns)
    expect((await bringIn(bytes, columns, entity)).result).toMatchObject({ updated: 0, same: 3 })
    await house.rows(`update ${house.table(uri)} set papers = null, picture = null`)
    expect((await bringIn(bytes, columns, entity)).result).toMatchObject({ updated: 2, same: 1 })
    expect(await stored()).toEqual(before)
  })
})

async function keepFile(entity: EntityDefinition, uri: string, id: string, recordId: string): Promise<void> {
  const { ground, actor } = house
  const attributeId = entity.attributes.find((each) => each.uri === uri)?.id ?? ''
  const about = { name: 'a.png', size: 1, type: 'image/png', sha256: Buffer.alloc(32), width: 1, height: 1 }
  const place = { id, entityId: entity.id, attributeId, byId: actor.newId(), at: actor.now(), hasThumbnail: false }
  await insertFile(ground.database, actor.environment.schema, { ...about, ...place })
  await house.rows(`update ${house.table('_asset')} set record_id = $1 where id = $2`, [recordId, id])
}

const list = (columns: readonly string[]) => columns.map((column) => `"${column}"`).join(', ')

async function bringIn(bytes: Buffer, columns: readonly string[], into = copy) {
  const made = await house.upload(bytes)
  const { guess } = made
  // JSON lines name their members in any order; sheets and CSV in that of the columns.
  const headers = guess.columns.map(({ header }) => header)
  const fields = new Map(into.fields.flatMap((field) => [[columnOf(field), field.uri] as const]))
  const byHeader = (name: string, at: number) => ({
    column: at,
    field: fields.get(name) ?? fields.get(columns.find((column) => column.startsWith(name)) ?? '') ?? name,
    format: { decimal: '.', group: '', dateOrder: 'ymd' } as const,
    emptymarks: [],
    match: 'any' as const,
    missing: 'reject' as const,
  })
  // What an export wrote says itself which instant it is, whoever reads it.
  const timezone = 'Pacific/Kiritimati'
  const settings = { encoding: 'utf-8', delimiter: ',', header: true, skip: 0, timezone } as const
  const plan = {
    settings,
    target: { entity: into.id, columns: headers.map(byHeader), keys: ['id'] },
    skiprejected: false,
  }
  expect((await dryRun(house.actor, house.deps, made.id, plan)).first).toEqual([])
  const job = await house.ended(await startImport(house.actor, house.deps, made.id, plan))
  expect(job.error).toBeNull()
  return job
}
