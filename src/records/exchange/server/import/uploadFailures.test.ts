import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tendImports } from '#records/exchange/server/import/upkeep.ts'
import { beginUpload, continueUpload, readUpload, uploadFile } from '#records/exchange/server/import/uploads.ts'
import { importGround, type ImportGround } from '../../../../../test/support/imports.ts'

let house: ImportGround
let folder: string
beforeAll(async () => {
  house = await importGround('uploadfailures')
  folder = join(house.folder, house.actor.environment.id)
})
afterAll(() => house.stop())

const content = Buffer.from('city,people\nRīga,605802\nPorto,231800\n')
const half = 20
const begin = async () => (await beginUpload(house.actor, house.deps, { file: 'a.csv', size: content.length })).id
const send = (id: string, offset: number, source: Readable) =>
  continueUpload(house.actor, house.deps, { id, offset, source })
const piece = (id: string, offset: number, end?: number) =>
  send(id, offset, Readable.from([content.subarray(offset, end)]))
const left = async () => (await readdir(folder)).toSorted()
const tend = () => tendImports(house.actor.database, house.deps.files, house.actor.environment, new Date())
const daysAgo = new Date(Date.now() - 25 * 60 * 60 * 1000)

async function age(...names: string[]): Promise<void> {
  for (const name of names) await utimes(join(folder, name), daysAgo, daysAgo)
}

/** Has the database refuse a change of a table while the work goes on. */
async function refusing<Result>(
  event: 'insert' | 'delete',
  table: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const { schema } = house.actor.environment
  await house.rows(`create or replace function "${schema}".refuse() returns trigger language plpgsql
    as $$ begin raise exception 'refused'; end $$`)
  await house.rows(
    `create trigger refuse before ${event} on ${house.table(table)} execute function "${schema}".refuse()`,
  )
  try {
    return await work()
  } finally {
    await house.rows(`drop trigger refuse on ${house.table(table)}`)
  }
}

beforeEach(async () => {
  await house.rows(`delete from ${house.table('_upload')}`)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
})

describe('the file of an import', () => {
  test('stays when the upload could not be forgotten, and the last piece is sent again', async () => {
    const id = await begin()
    await piece(id, 0, half)
    await refusing('delete', '_upload', () => expect(piece(id, half)).rejects.toThrow())
    expect(await house.rows(`select 1 from ${house.table('_import')} where id = $1`, [id])).toEqual([])
    expect(await piece(id, content.length)).toMatchObject({ id, state: 'uploaded' })
    expect(await left()).toContain(`${id}.csv`)
    // The answer was lost: whatever is sent again is answered with the import.
    expect(await piece(id, half)).toMatchObject({ id, state: 'uploaded' })
    expect(await left()).toEqual([`${id}.csv`])
  })

  test('stays when it came in one request and the upload could not be forgotten, unless there is no import', async () => {
    const source = () => Readable.from([content])
    await refusing('insert', '_import', () =>
      expect(uploadFile(house.actor, house.deps, { label: 'a.csv', source: source() })).rejects.toThrow(),
    )
    expect(await left()).toEqual([])
    expect(await house.rows(`select 1 from ${house.table('_upload')}`)).toEqual([])
    const { id } = await uploadFile(house.actor, house.deps, { label: 'a.csv', source: source() })
    expect(await left()).toEqual([`${id}.csv`])
  })

  test.each(['a retry', 'the upkeep'])(
    'stays when %s finds the upload of an earlier version beside it',
    async (who) => {
      const id = await begin()
      await piece(id, 0, half)
      const copy = await house.rows<{ row: string }>(`select to_jsonb(u) as row from ${house.table('_upload')} u`)
      await piece(id, half)
      const name = `${house.actor.environment.id}/${id}.${randomUUID()}.piece`
      await writeFile(join(house.folder, name), content)
      await house.rows(
        `insert into ${house.table('_upload')} select * from jsonb_populate_record(null::${house.table('_upload')}, $1)`,
        [copy[0]?.row],
      )
      await house.rows(`insert into ${house.table('_upload_piece')} values ($1, 0, $2, $3)`, [id, content.length, name])
      if (who === 'a retry') expect(await piece(id, content.length)).toMatchObject({ id, state: 'uploaded' })
      else {
        await house.rows(`update ${house.table('_upload')} set changed_on = changed_on - interval '25 hours'`)
        await tend()
      }
      expect(await left()).toEqual([`${id}.csv`])
      expect(await house.rows(`select 1 from ${house.table('_upload')}`)).toEqual([])
    },
  )
})

describe('pieces of one upload', () => {
  test('come one at a time, however many are sent at once', async () => {
    const id = await begin()
    const slow = new Readable({ read: () => undefined })
    slow.push(content.subarray(0, half))
    const first = send(id, 0, slow)
    while ((await left()).length === 0) await new Promise(setImmediate)
    const refused = { code: 'import.offset', parameters: { offset: 0 } }
    const others = Array.from({ length: 5 }, () => expect(piece(id, 0, half)).rejects.toMatchObject(refused))
    await Promise.all(others)
    expect(await left()).toHaveLength(1)
    slow.push(null)
    expect(await first).toMatchObject({ offset: half })
    expect(await piece(id, half)).toMatchObject({ id, state: 'uploaded' })
    expect(await left()).toEqual([`${id}.csv`])
  })

  test('go on after a process that ended while it received one, whose piece is removed', async () => {
    const id = await begin()
    const [receiver, other] = [randomUUID(), randomUUID()]
    const crashed = `${id}.${receiver}.piece`
    await writeFile(join(folder, crashed), content)
    const hold = (until: string) =>
      house.rows(
        `update ${house.table('_upload')} set receiver = $2, receiving_until = clock_timestamp() + $3::interval
        where id = $1`,
        [id, receiver, until],
      )
    await hold('30 seconds')
    await expect(piece(id, 0)).rejects.toMatchObject({ code: 'import.offset' })
    expect(await left()).toEqual([crashed])
    await hold('-1 second')
    expect(await piece(id, 0, half)).toMatchObject({ offset: half })
    expect(await left()).toEqual([expect.not.stringContaining(receiver)])
    // One that nobody comes back to goes with its upload.
    await writeFile(join(folder, `${id}.${other}.piece`), content)
    await house.rows(
      `update ${house.table('_upload')} set receiver = $2, changed_on = changed_on - interval '25 hours'
      where id = $1`,
      [id, other],
    )
    await tend()
    expect(await left()).toEqual([])
  })

  test('are not noted by whom the lease was taken from', async () => {
    const id = await begin()
    const slow = new Readable({ read: () => undefined })
    slow.push(content.subarray(0, half))
    const first = send(id, 0, slow)
    while ((await left()).length === 0) await new Promise(setImmediate)
    await house.rows(`update ${house.table('_upload')} set receiving_until = clock_timestamp() - interval '1 second'`)
    expect(await piece(id, 0, 7)).toMatchObject({ offset: 7 })
    slow.push(null)
    await expect(first).rejects.toMatchObject({ code: 'import.offset' })
    expect(await left()).toHaveLength(1)
    expect(await piece(id, 7)).toMatchObject({ id, guess: { rows: { value: 2 } } })
  })
})

describe('what fails or breaks off leaves nothing', () => {
  test('of a piece that cannot be noted', async () => {
    const id = await begin()
    await refusing('insert', '_upload_piece', () => expect(piece(id, 0)).rejects.toThrow())
    expect(await left()).toEqual([])
    expect(await readUpload(house.actor, id)).toMatchObject({ offset: 0 })
    expect(await piece(id, 0)).toMatchObject({ id, state: 'uploaded' })
  })

  test('older than a day, of pieces and tables that nothing names', async () => {
    const id = await begin()
    await piece(id, 0, half)
    const [noted = ''] = await left()
    const made = await house.upload(content)
    const orphans = [
      `${id}.${randomUUID()}.piece`,
      `${randomUUID()}.${randomUUID()}.piece`,
      `${randomUUID()}.3.csv`,
      `${randomUUID()}.csv`,
    ]
    for (const name of orphans) await writeFile(join(folder, name), content)
    await tend()
    expect(await left()).toHaveLength(orphans.length + 2)
    await age(...orphans, noted, `${made.id}.csv`)
    await tend()
    expect(await left()).toEqual([noted, `${made.id}.csv`].toSorted())
    // The table of a process that ended before the import was made.
    await writeFile(join(folder, `${id}.3.csv`), content)
    await house.rows(`update ${house.table('_upload')} set changed_on = changed_on - interval '25 hours'`)
    await tend()
    expect(await left()).toEqual([`${made.id}.csv`])
  })
})
