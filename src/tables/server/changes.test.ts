import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attributeById } from '#entities/model.ts'
import { Fault } from '#faults/fault.ts'
import { newId } from '#platform/server/newId.ts'
import { indexesOf } from '#tables/indexes.ts'
import { purgeDropped } from '#tables/server/purge.ts'
import { reconcileTables } from '#tables/server/reconcile.ts'
import { definitionsGround, type DefinitionsGround } from '../../../test/support/definitions.ts'

let ground: DefinitionsGround
beforeAll(async () => {
  ground = await definitionsGround('changes')
})
afterAll(() => ground.stop())

async function refusal(work: Promise<unknown>): Promise<Fault> {
  const outcome = await work.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (outcome instanceof Fault) return outcome
  throw outcome instanceof Error ? outcome : new Error('nothing was refused')
}

function apply(...operations: object[]) {
  return ground.changes.apply(ground.context, operations)
}

async function newEntity(uri: string, attributes: object[] = []): Promise<string> {
  const applied = await apply({ kind: 'entity.create', name: uri, collectionname: uri, uri, attributes })
  return String(applied.operations[0]?.['id'])
}

async function rows(text: string): Promise<Record<string, unknown>[]> {
  return ground.database.query({ text: text.replaceAll('$s', `"${ground.context.environment.schema}"`) })
}

async function insert(table: string, values: Record<string, unknown>): Promise<string> {
  const id = newId()
  const all: Record<string, unknown> = {
    id,
    created_on: new Date(),
    created_by_id: id,
    updated_on: new Date(),
    updated_by_id: id,
    owner_id: id,
    owning_unit_id: id,
    ...values,
  }
  const names = Object.keys(all)
  await ground.database.execute({
    text: `insert into "${ground.context.environment.schema}"."${table}" (${names.map((name) => `"${name}"`).join()})
      values (${names.map((_name, index) => `$${index + 1}`).join()})`,
    values: Object.values(all),
  })
  return id
}

async function columns(table: string): Promise<Record<string, string>> {
  const found = await ground.database.query<{ name: string; type: string }>({
    text: `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attname`,
    values: [`"${ground.context.environment.schema}"."${table}"`],
  })
  return Object.fromEntries(found.map(({ name, type }) => [name, type]))
}

describe('entities and their tables', () => {
  test('[R116][R117][R118][R119][R120][R121][R122][R123][R124] every record has the common fields', async () => {
    await newEntity('commons')
    expect(await columns('commons')).toEqual({
      id: 'uuid',
      name: 'text',
      status: 'text',
      version: 'bigint',
      created_on: 'timestamp with time zone',
      created_by_id: 'uuid',
      updated_on: 'timestamp with time zone',
      updated_by_id: 'uuid',
      owner_id: 'uuid',
      owning_unit_id: 'uuid',
    })
    const id = await insert('commons', {})
    expect(await rows(`select status, version from $s.commons where id = '${id}'`)).toEqual([
      { status: 'active', version: '1' },
    ])
    for (const status of ['inactive', 'disabled']) await insert('commons', { status })
    expect(await rows(`select status from $s.commons order by status`)).toEqual([
      { status: 'active' },
      { status: 'disabled' },
      { status: 'inactive' },
    ])
    await expect(insert('commons', { status: 'gone' })).rejects.toThrow('check constraint')
  })

  test('the indexes of the scopes and sort orders are there with the table', async () => {
    const id = await newEntity('indexed')
    const entity = (await ground.models.fresh(ground.context.environment)).entities.get(id)
    if (!entity) throw new Error('no entity')
    const names = indexesOf(entity, ground.context.environment.collation).map(({ name }) => name)
    const found = await rows(`select indexname from pg_indexes where tablename = 'indexed'`)
    expect(found.map(({ indexname }) => indexname)).toEqual(expect.arrayContaining(names))
  })

  test('a lookup is a uuid column with a validated foreign key, which holds its target, and an index; aside it holds nothing', async () => {
    const customers = await newEntity('customers')
    const invoices = await newEntity('invoices')
    const made = await apply({
      kind: 'attribute.create',
      entity_id: invoices,
      name: 'Customer',
      uri: 'customer',
      type: 'N:1',
      related_entity: customers,
    })
    await ground.settled()
    const target = await insert('customers', {})
    const row = await insert('invoices', { customer_id: target })
    const removed = rows(`delete from $s.customers where id = '${target}'`)
    await expect(removed).rejects.toThrow('violates foreign key constraint')
    const pending = await rows(`select 1 from pg_constraint where contype = 'f' and not convalidated`)
    expect(pending).toEqual([])
    expect(await reconcileTables(ground.database, ground.context.environment, made.model)).toBe(0)
    expect((await refusal(apply({ kind: 'entity.delete', id: customers }))).code).toBe('definition.inUse')
    const gone = await apply({ kind: 'attribute.delete', id: made.operations[0]?.['id'] })
    await rows(`delete from $s.customers where id = '${target}'`)
    await ground.changes.undo(ground.context, gone.id)
    await ground.settled()
    expect(await rows(`select customer_id from $s.invoices where id = '${row}'`)).toEqual([{ customer_id: null }])
  })

  test('an index that a crash left invalid is made anew', async () => {
    const id = await newEntity('crashed')
    const { environment } = ground.context
    const model = await ground.models.fresh(environment)
    const entity = model.entities.get(id)
    const name = entity ? indexesOf(entity, environment.collation)[0]?.name : ''
    await ground.settled()
    await insert('crashed', { name: 'twice' })
    await insert('crashed', { name: 'twice' })
    await rows(`drop index $s."${name}"`)
    await expect(rows(`create unique index concurrently "${name}" on $s.crashed (name)`)).rejects.toThrow('unique')
    expect(await reconcileTables(ground.database, environment, model)).toBe(2)
    expect(await rows(`select indisvalid from pg_index where indexrelid = '$s."${name}"'::regclass`)).toEqual([
      { indisvalid: true },
    ])
  })
})

describe('change sets', () => {
  test('version equals the number of changes, and a refused change set leaves no trace', async () => {
    const versions = () =>
      rows(`select model_version, (select count(*)::int from $s._change) as changes from $s._version`)
    const [before] = await versions()
    expect(before?.['model_version']).toBe(before?.['changes'])
    const fault = await refusal(
      apply(
        { kind: 'entity.create', name: 'Half', collectionname: 'Halves', uri: 'halves' },
        { kind: 'entity.create', name: 'Twin', collectionname: 'Twins', uri: 'halves' },
      ),
    )
    expect(fault.details).toMatchObject([{ code: 'validation.uriTaken', target: 'operations.1.uri' }])
    expect(await versions()).toEqual([before])
    expect(await rows(`select to_regclass('$s.halves') as found`)).toEqual([{ found: null }])
  })

  test('a deleted attribute comes back with its values, a deleted entity with its records', async () => {
    const id = await newEntity('restored', [{ name: 'Total', uri: 'total', type: 'number' }])
    const row = await insert('restored', { total: '7' })
    const total = (await ground.models.fresh(ground.context.environment)).entities.get(id)?.attributes[0]?.id
    const first = await apply({ kind: 'attribute.delete', id: total })
    expect(await columns('restored')).not.toHaveProperty('total')
    const second = await apply({ kind: 'entity.delete', id })
    expect((await refusal(ground.changes.undo(ground.context, first.id))).code).toBe('change.dependants')
    await ground.changes.undo(ground.context, second.id)
    await ground.changes.undo(ground.context, first.id)
    expect(await rows(`select total from $s.restored where id = '${row}'`)).toEqual([{ total: '7' }])
    expect((await refusal(ground.changes.undo(ground.context, first.id))).code).toBe('change.undone')
  })

  test('an undo can be undone, and then the change can be undone again', async () => {
    const made = await apply({ kind: 'entity.create', name: 'Again', collectionname: 'Again', uri: 'again' })
    const undo = await ground.changes.undo(ground.context, made.id)
    await ground.changes.undo(ground.context, undo.id)
    expect(await columns('again')).toHaveProperty('id')
    await ground.changes.undo(ground.context, made.id)
    expect(await rows(`select to_regclass('$s.again') as found`)).toEqual([{ found: null }])
  })

  test('undo names the later changes that depend on it, and only those', async () => {
    const made = await apply({ kind: 'entity.create', name: 'Base', collectionname: 'Base', uri: 'base' })
    const id = String(made.operations[0]?.['id'])
    const renamed = await apply({ kind: 'entity.update', id, name: 'Basis' })
    const described = await apply({ kind: 'entity.update', id, description: 'What all stands on' })
    const fault = await refusal(ground.changes.undo(ground.context, made.id))
    expect(fault.code).toBe('change.dependants')
    expect(fault.extra?.['changes']).toMatchObject([{ id: renamed.id }, { id: described.id }])
    await ground.changes.undo(ground.context, renamed.id)
    expect((await ground.models.fresh(ground.context.environment)).entities.get(id)).toMatchObject({
      name: 'Base',
      description: 'What all stands on',
    })
  })

  test('two people, one definition: one is served, one is told that it is stale', async () => {
    const id = await newEntity('contested')
    const edit = (name: string) => apply({ kind: 'entity.update', id, version: 1, name })
    const outcomes = await Promise.allSettled([edit('First one'), edit('Second one')])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const lost = outcomes.find((outcome) => outcome.status === 'rejected')
    expect(lost?.reason).toMatchObject({ code: 'definition.stale', status: 412 })
  })

  test('a unique attribute over equal values is refused, and so is a decimal that would lose digits', async () => {
    const id = await newEntity('strict', [
      { name: 'Code', uri: 'code', type: 'text' },
      { name: 'Rate', uri: 'rate', type: 'decimal', precision: 6, scale: 2 },
    ])
    const model = await ground.models.fresh(ground.context.environment)
    const [code, rate] = model.entities.get(id)?.attributes ?? []
    await insert('strict', { code: 'same', rate: '1.25' })
    await insert('strict', { code: 'same' })
    expect((await refusal(apply({ kind: 'attribute.update', id: code?.id, unique: true }))).code).toBe(
      'attribute.duplicates',
    )
    const wider = await apply({ kind: 'attribute.update', id: rate?.id, precision: 9, scale: 4 })
    expect((await columns('strict'))['rate']).toBe('numeric(9,4)')
    const narrower = { kind: 'attribute.update', id: rate?.id, precision: 6, scale: 2 }
    await rows(`update $s.strict set rate = 1.2345 where rate is not null`)
    expect((await refusal(apply(narrower))).code).toBe('attribute.lossy')
    // An undo gives everything back that nobody changed since.
    await ground.changes.undo(ground.context, wider.id)
    expect((await columns('strict'))['rate']).toBe('numeric(6,2)')
    expect(await rows('select rate from $s.strict where rate is not null')).toEqual([{ rate: '1.23' }])
  })

  test('definitions wait for running work only briefly and then come through', async () => {
    const id = await newEntity('locked')
    let release = () => undefined as void
    const held = ground.database.transaction(async (transaction) => {
      await transaction.query({ text: `select * from "${ground.context.environment.schema}".locked` })
      await new Promise<void>((resolve) => (release = resolve))
    })
    const change = apply({ kind: 'attribute.create', entity_id: id, name: 'Later', uri: 'later', type: 'text' })
    await new Promise((resolve) => setTimeout(resolve, 250))
    // A reader that comes while the change waits is not held up for more than the lock's 50 ms.
    const start = performance.now()
    await rows('select count(*) from $s.locked')
    expect(performance.now() - start).toBeLessThan(500)
    release()
    await held
    await change
    expect(await columns('locked')).toHaveProperty('later')
  })

  test('a preview counts what is touched, tells every problem and changes nothing', async () => {
    const id = await newEntity('previewed', [{ name: 'Total', uri: 'total', type: 'number' }])
    await insert('previewed', { total: '1' })
    await insert('previewed', {})
    const attribute = (await ground.models.fresh(ground.context.environment)).entities.get(id)?.attributes[0]
    const preview = await ground.changes.preview(ground.context, {
      operations: [
        { kind: 'attribute.update', id: attribute?.id, required: true },
        { kind: 'attribute.delete', id: attribute?.id },
        { kind: 'entity.delete', id },
        { kind: 'nonsense' },
      ],
    })
    expect(preview.impact.map(({ key, count }) => [key, count])).toEqual([
      ['changes.impact.missing', 1],
      ['changes.impact.values', 1],
      ['changes.impact.records', 2],
    ])
    expect(preview.problems).toMatchObject([{ code: 'validation.option', target: 'operations.3.kind' }])
    expect(attributeById(await ground.models.fresh(ground.context.environment), attribute?.id ?? '')).toBeDefined()
  })

  test('the history reads newest first, page by page', async () => {
    const id = await newEntity('told')
    await apply({ kind: 'entity.update', id, name: 'Retold' })
    const [newest] = await ground.changes.history(ground.context, { top: 1 })
    expect(newest?.sentences).toEqual([{ key: 'changes.sentence.entityUpdate', values: { name: 'Retold' } }])
    const [next] = await ground.changes.history(ground.context, { top: 1, before: newest?.modelVersion })
    expect(next?.sentences).toEqual([{ key: 'changes.sentence.entityCreate', values: { name: 'told' } }])
  })

  test('what was purged cannot be undone', async () => {
    const id = await newEntity('purged')
    await apply({ kind: 'attribute.create', entity_id: id, name: 'Gone', uri: 'gone', type: 'text' })
    const attribute = (await ground.models.fresh(ground.context.environment)).entities.get(id)?.attributes[0]
    const first = await apply({ kind: 'attribute.delete', id: attribute?.id })
    await apply({ kind: 'entity.delete', id })
    await purgeDropped(ground.database, ground.context.environment.schema, new Date(Date.now() + 1000))
    expect(await rows(`select relname from pg_class where relname like '\\_dropped\\_%' and relkind = 'r'`)).toEqual([])
    const outcome = await refusal(ground.changes.undo(ground.context, first.id))
    expect(outcome.code).toBe('change.dependants')
  })
})
