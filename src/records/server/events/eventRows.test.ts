import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EntityDefinition } from '#entities/entity.ts'
import { startImport, undoImport } from '#records/exchange/server/import/imports.ts'
import { batchesWith, eventRows, expandEvents, readBatches, type EventBatch } from '#records/server/events/eventRows.ts'
import { writeBatchEvent } from '#records/server/events/eventWriter.ts'
import { importGround, planOf, type ImportGround } from '../../../../test/support/imports.ts'

let house: ImportGround
let schema: string
beforeAll(async () => {
  house = await importGround('event_rows')
  schema = house.actor.environment.schema
})
afterAll(() => house.stop())

type Town = { readonly id: string; readonly created_on: Date }

/** An import of three towns into a new table. */
async function importedTowns(uri: string) {
  const file = await house.upload('town\nRiga\nOgre\nPorto\n')
  const job = await startImport(house.actor, house.deps, file.id, planOf(file, { name: `Of ${uri}`, uri }))
  expect((await house.ended(job)).state).toBe('succeeded')
  const towns = await house.rows<Town>(`select id, created_on from ${house.table(uri)} order by id`)
  const entity = (await house.deps.readModel(house.actor)).entitiesByUri.get(uri)
  if (!entity) throw new Error('an entity')
  return { file, entity, towns, ids: towns.map(({ id }) => id) }
}

const told = (entity: EntityDefinition) => expandEvents(schema, `e.entity_id = '${entity.id}'`)

describe('events of an environment', () => {
  test('a batch of new records, and of deleted ones, is told record by record', async () => {
    const { file, entity, ids } = await importedTowns('told')
    const rows = () => house.rows(`select kind, record_id, cause from ${told(entity)} e order by seq, record_id`)
    const created = ids.map((record_id) => ({ kind: 'create', record_id, cause: { kind: 'import', id: file.id } }))
    expect(await rows()).toEqual(created)
    expect((await house.ended(await undoImport(house.actor, house.deps, file.id))).state).toBe('succeeded')
    const deleted = ids.map((record_id) => ({ kind: 'delete', record_id, cause: { kind: 'undo', id: file.id } }))
    expect(await rows()).toEqual([...created, ...deleted])
    const [first = ''] = ids
    const gone = `select e.kind from ${house.table('_trash')} d,
      lateral ${batchesWith(schema, 'd.id::text', 'd.entity_id', 'd.deleted_on')} e where d.id = '${first}'`
    expect(await house.rows(gone)).toEqual([{ kind: 'delete' }])
  })

  test('a batch is found by a record and the moment of its creation, and by no other record', async () => {
    const { entity, towns, ids } = await importedTowns('found')
    const [town] = towns
    const batches = (id: string) =>
      house.rows(
        `select kind from ${batchesWith(schema, `'${id}'`, `'${entity.id}'`, `'${town?.created_on.toISOString() ?? ''}'`)} e`,
      )
    expect(await batches(ids[1] ?? '')).toEqual([{ kind: 'create' }])
    expect(await batches(entity.id)).toEqual([])
  })

  test('the events of a cause come in batches, whose chain is stored with them', async () => {
    const { entity, ids } = await importedTowns('chained')
    const cause = { kind: 'automation', id: entity.id, chain: { runs: [entity.id], depth: 1 } } as const
    const { now, newId, member, database } = house.actor
    const author = { at: now(), byId: member.id, cause, requestId: 'r', newId }
    await database.transaction((transaction) =>
      writeBatchEvent(transaction, schema, entity, author, { kind: 'create', ids }),
    )
    const batches: EventBatch[] = []
    for await (const batch of readBatches(database, schema, cause)) batches.push(batch)
    expect(batches).toMatchObject([{ kind: 'create', entity_id: entity.id, ids }])
    const where = `where cause->>'id' = '${entity.id}'`
    expect(await house.rows(`select cause from ${eventRows(schema)} e ${where}`)).toEqual([{ cause }])
    expect(await house.rows(`select cause, kind from ${house.table('_audit')} ${where}`)).toEqual([
      { cause, kind: 'import' },
    ])
  })

  test('readers cannot write to them', async () => {
    await expect(house.rows(`insert into ${eventRows(schema)} (kind) values ('create')`)).rejects.toThrow('syntax')
    await expect(house.rows(`delete from ${eventRows(schema)}`)).rejects.toThrow('syntax')
  })

  test.each([
    ['record_id', `record_id = '00000000-0000-0000-0000-000000000000' order by seq desc`],
    ['cause', `cause->>'id' = 'x' and cause->>'kind' = 'request' order by seq desc`],
    ['at', `at = now() and record_id is null`],
  ])('the index of %s serves them as it serves the table', async (_name, condition) => {
    const plan = async (from: string) => {
      const rows = await house.actor.database.transaction(async (transaction) => {
        await transaction.execute({ text: 'set local enable_seqscan = off' })
        return transaction.query<{ 'QUERY PLAN': string }>({
          text: `explain (costs off) select seq from ${from} e where ${condition}`,
        })
      })
      return rows
        .map((row) =>
          row['QUERY PLAN'].replace(/_event (e|_event)$|_event\./, (name) => (name.endsWith('.') ? '' : '_event')),
        )
        .join('\n')
    }
    const wrapped = await plan(eventRows(schema))
    expect(wrapped).toMatch(/Index Cond|Bitmap/)
    expect(wrapped).toBe(await plan(house.table('_event')))
  })
})
