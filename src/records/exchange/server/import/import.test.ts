import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cancelJob, type JobRow, type JobTools } from '#jobs/server/jobs.ts'
import { dryRun } from '#records/exchange/server/import/dryRun.ts'
import { readImport, startImport, undoImport } from '#records/exchange/server/import/imports.ts'
import { importHandler } from '#records/exchange/server/import/load.ts'
import { importGround, planOf, type ImportGround } from '../../../../../test/support/imports.ts'

let house: ImportGround
beforeAll(async () => void (house = await importGround('imports')))
afterAll(() => house.stop())

const count = async (uri: string) =>
  (await house.rows<{ count: number }>(`select count(*)::int as count from ${house.table(uri)}`))[0]?.count
const cities = 'city,people,founded,capital\nRiga,605802,1201-01-01,yes\nPorto,231800,,no\nLīgatne,3000,1815-05-05,no\n'

/** Imports with every guess taken as it is. */
async function importAll(content: string | Buffer, uri: string) {
  const made = await house.upload(content)
  const job = await startImport(house.actor, house.deps, made.id, planOf(made, { name: `Of ${uri}`.slice(0, 24), uri }))
  return { made, job: await house.ended(job) }
}

describe('an import into a new entity', () => {
  test('makes the entity by a change set and all records, with the system’s fields, events and audit', async () => {
    const { made, job } = await importAll(cities, 'cities')
    expect(job).toMatchObject({ state: 'succeeded', result: { rows: 3, rejected: 0 }, progress: { done: 3, total: 3 } })
    const rows = await house.rows<Record<string, unknown>>(`select * from ${house.table('cities')} order by city`)
    expect(rows.map(({ city, people, founded, capital }) => [city, people, founded, capital])).toEqual([
      ['Līgatne', '3000', '1815-05-05', false],
      ['Porto', '231800', null, false],
      ['Riga', '605802', '1201-01-01', true],
    ])
    const { id: ann, unitId } = house.actor.member
    expect(rows[0]).toMatchObject({
      version: '1',
      status: 'active',
      created_by_id: ann,
      updated_by_id: ann,
      owner_id: ann,
      owning_unit_id: unitId,
    })
    const events = await house.rows<{ after: { ids: string[] }; kind: string }>(
      `select kind, after from ${house.table('_event')} where cause->>'id' = $1`,
      [made.id],
    )
    expect(events).toHaveLength(1)
    expect(events[0]?.kind).toBe('import')
    expect(events[0]?.after.ids.toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
    const audits = await house.rows<{ changes: { count: number } }>(
      `select changes from ${house.table('_audit')} where cause->>'id' = $1 and kind = 'import'`,
      [made.id],
    )
    expect(audits.map(({ changes }) => changes.count)).toEqual([3])
    expect(await readImport(house.actor, made.id)).toMatchObject({ state: 'done', rows: 3, job_id: job.id })
  })

  test('is taken back as one: records to the trash, and the entity with them', async () => {
    const { made, job } = await importAll(cities, 'undone')
    expect(job.state).toBe('succeeded')
    const undone = await house.ended(await undoImport(house.actor, house.deps, made.id))
    expect(undone).toMatchObject({ state: 'succeeded', result: { removed: 3, kept: 0, entity: true } })
    expect((await house.deps.readModel(house.actor)).entitiesByUri.has('undone')).toBe(false)
    const trash = await house.rows(
      `select record->>'city' as city from ${house.table('_trash')} where cause->>'id' = $1`,
      [made.id],
    )
    expect(trash).toHaveLength(3)
    await expect(undoImport(house.actor, house.deps, made.id)).rejects.toMatchObject({ code: 'import.state' })
  })

  test('keeps at its undo what somebody changed since, says how many, and keeps the entity', async () => {
    const { made } = await importAll(cities, 'touched')
    await house.rows(`update ${house.table('touched')} set version = 2 where city = 'Riga'`)
    const undone = await house.ended(await undoImport(house.actor, house.deps, made.id))
    expect(undone.result).toMatchObject({ removed: 2, kept: 1, entity: false })
    expect(await count('touched')).toBe(1)
  })

  test('that fails leaves neither records nor entity, and can be started again with other settings', async () => {
    const made = await house.upload('code,amount\na,1\nb,x\nc,3\n')
    const plan = planOf(made, { name: 'Failing', uri: 'failing' })
    const [code, amount] = plan.target.columns
    if (!code || !amount?.attribute) throw new Error('two columns')
    const numbers = {
      ...plan,
      target: {
        ...plan.target,
        columns: [code, { ...amount, attribute: { ...amount.attribute, type: 'number' as const } }],
      },
    }
    const failed = await house.ended(await startImport(house.actor, house.deps, made.id, numbers))
    expect(failed).toMatchObject({ state: 'failed', error: { code: 'import.rejected', parameters: { count: 1 } } })
    expect((await house.deps.readModel(house.actor)).entitiesByUri.has('failing')).toBe(false)
    const again = await house.ended(
      await startImport(house.actor, house.deps, made.id, { ...numbers, skiprejected: true }),
    )
    expect(again).toMatchObject({ state: 'succeeded', result: { rows: 2, rejected: 1 } })
  })

  test('that is cancelled leaves nothing', async () => {
    const many = `n,t\n${Array.from({ length: 200_000 }, (_, index) => `${index},text ${index}`).join('\n')}\n`
    const made = await house.upload(many)
    const id = await startImport(
      house.actor,
      house.deps,
      made.id,
      planOf(made, { name: 'Cancelled', uri: 'cancelled' }),
    )
    await cancelJob(house.actor, id)
    const job = await house.ended(id)
    // It may have been quicker than the call; then it is whole.
    if (job.state === 'cancelled') {
      expect((await house.deps.readModel(house.actor)).entitiesByUri.has('cancelled')).toBe(false)
    } else expect(await count('cancelled')).toBe(200_000)
  })

  test('asks for developer mode and the right to alter entities, since it changes definitions', async () => {
    const made = await house.upload(cities)
    const plan = planOf(made, { name: 'Forbidden', uri: 'forbidden' })
    const without = (change: object) => ({ ...house.actor, member: { ...house.actor.member, ...change } })
    const { heldRights } = house.actor.member
    const fewer = new Set([...heldRights.activities].filter((activity) => activity !== 'alter-entities'))
    const unable = { heldRights: { ...heldRights, activities: fewer } }
    await expect(startImport(without(unable), house.deps, made.id, plan)).rejects.toMatchObject({
      code: 'request.forbidden',
    })
    await expect(startImport(without({ developerMode: false }), house.deps, made.id, plan)).rejects.toMatchObject({
      code: 'developerMode.needed',
    })
    // Rights may be taken away while the job waits.
    for (const change of [{ heldRights: { ...heldRights, activities: new Set() } }, unable]) {
      const handler = importHandler({ ...house.deps, actorOf: () => Promise.resolve(without(change)) })
      const data = { import_id: made.id, entity_id: house.actor.newId(), plan, locale: 'en' }
      const running = handler.run(
        { cause: house.actor.cause, data } as unknown as JobRow,
        { progress() {} } as unknown as JobTools,
      )
      await expect(running).rejects.toMatchObject({ code: 'request.forbidden' })
    }
    const other = without({ id: house.actor.newId(), administrator: false })
    await expect(readImport(other, made.id)).rejects.toMatchObject({ code: 'import.unknown', status: 404 })
  })
})

describe('a dry run', () => {
  test('counts rows, tells the first that do not hold with cell and reason, and writes nothing', async () => {
    const made = await house.upload('code,amount\na,1\nb,x\nc,3,4\nd,99999999999999999999\n')
    const plan = planOf(made, { name: 'Dry', uri: 'dryrun' })
    const [code, amount] = plan.target.columns
    if (!code || !amount?.attribute) throw new Error('two columns')
    const columns = [code, { ...amount, attribute: { ...amount.attribute, type: 'number' as const } }]
    const answer = await dryRun(house.actor, house.deps, made.id, { ...plan, target: { ...plan.target, columns } })
    expect(answer).toMatchObject({ rows: 4, valid: 1, rejected: 3 })
    expect(answer.first).toEqual([
      {
        row: 3,
        column: 1,
        header: 'amount',
        cell: 'x',
        code: 'validation.integer',
        message: 'Please enter a whole number.',
      },
      {
        row: 4,
        column: null,
        header: null,
        cell: '4',
        code: 'import.ragged',
        message: 'The row has 3 cells instead of 2.',
      },
      {
        row: 5,
        column: 1,
        header: 'amount',
        cell: '99999999999999999999',
        code: 'validation.integer',
        message: 'Please enter a whole number.',
      },
    ])
    expect((await house.deps.readModel(house.actor)).entitiesByUri.has('dryrun')).toBe(false)
  })

  test('refuses a target that does not hold, each problem at its place', async () => {
    const made = await house.upload(cities)
    const plan = planOf(made, { name: 'Of existing', uri: 'cities' })
    await expect(dryRun(house.actor, house.deps, made.id, plan)).rejects.toMatchObject({ status: 422 })
    const unknown = planOf(made, house.actor.newId())
    await expect(dryRun(house.actor, house.deps, made.id, unknown)).rejects.toMatchObject({
      code: 'definition.unknown',
    })
  })
})

describe('an import into an existing entity', () => {
  test('finds lookups by id and by name; missing and ambiguous names reject their rows', async () => {
    await importAll('name,area\nLatvia,64589\nPortugal,92212\nCongo,342000\nCongo,2345000\n', 'countries')
    const { entitiesByUri } = await house.deps.readModel(house.actor)
    const countries = entitiesByUri.get('countries')?.id ?? ''
    const [latvia] = await house.rows<{ id: string }>(
      `select id from ${house.table('countries')} where name = 'Latvia'`,
    )
    const made = await house.upload(
      `town,country\nPorto,Portugal\nRiga,${latvia?.id}\nAtlantis,Nowhere\nBrazzaville,Congo\n`,
    )
    const plan = planOf(made, { name: 'Towns', uri: 'towns' })
    const [town, country] = plan.target.columns
    if (!town || !country?.attribute) throw new Error('two columns')
    const lookup = {
      ...country,
      attribute: { ...country.attribute, type: 'N:1' as const, related_entity: countries, options: undefined },
    }
    const ready = { ...plan, target: { ...plan.target, columns: [town, lookup] }, skiprejected: true }
    const answer = await dryRun(house.actor, house.deps, made.id, ready)
    expect(answer.first.map(({ row, cell, code }) => [row, cell, code])).toEqual([
      [4, 'Nowhere', 'import.lookupMissing'],
      [5, 'Congo', 'import.lookupAmbiguous'],
    ])
    expect(await house.ended(await startImport(house.actor, house.deps, made.id, ready))).toMatchObject({
      state: 'succeeded',
      result: { rows: 2, rejected: 2 },
    })
    const towns = await house.rows(
      `select t.town, c.name from ${house.table('towns')} t join ${house.table('countries')} c on c.id = t.country_id order by 1`,
    )
    expect(towns).toEqual([
      { town: 'Porto', name: 'Portugal' },
      { town: 'Riga', name: 'Latvia' },
    ])
  })

  test('rejects unique values that a record or an earlier row has, also across batches', async () => {
    const { made, job } = await importAll('code\nA1\nB2\n', 'coded')
    expect(job.state).toBe('succeeded')
    expect(made.guess.columns[0]?.type).toBe('text')
    const entity = (await house.deps.readModel(house.actor)).entitiesByUri.get('coded')
    const code = entity?.attributes[0]
    if (!entity || !code) throw new Error('an entity with an attribute')
    await house.ground.changes.apply(house.ground.context, [{ kind: 'attribute.update', id: code.id, unique: true }])
    await house.ground.settled()
    const filler = Array.from({ length: 6000 }, (_, index) => `F${index}`).join('\n')
    const file = await house.upload(`code\nC3\nB2\nC3\n${filler}\nF0\n`)
    const plan = planOf(file, entity.id)
    const columns = plan.target.columns.map(({ attribute: _attribute, ...column }) => column)
    const ready = { ...plan, target: { ...plan.target, columns }, skiprejected: true }
    const answer = await dryRun(house.actor, house.deps, file.id, ready)
    expect(answer.first.map(({ row, cell, code: why }) => [row, cell, why])).toEqual([
      [3, 'B2', 'import.duplicate'],
      [4, 'C3', 'import.duplicate'],
      [6005, 'F0', 'import.duplicate'],
    ])
    expect((await house.ended(await startImport(house.actor, house.deps, file.id, ready))).result).toMatchObject({
      rows: 6001,
      rejected: 3,
    })
  })
})
