import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTable } from '../../../../../test/support/importTable.ts'
import { dryRun } from '#records/exchange/server/import/dryRun.ts'
import { listImports, readImport } from '#records/exchange/server/import/imports.ts'
import { fileLabel } from '#records/exchange/server/import/uploadedFile.ts'
import { rejectedRows } from '#records/exchange/server/import/rejectedRows.ts'
import { tendImports } from '#records/exchange/server/import/upkeep.ts'
import { beginUpload, continueUpload, readUpload, uploadFile } from '#records/exchange/server/import/uploads.ts'
import { importGround, planOf, type ImportGround } from '../../../../../test/support/imports.ts'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'

let house: ImportGround
beforeAll(async () => void (house = await importGround('uploads')))
afterAll(() => house.stop())

const content = Buffer.from('city,people\nRīga,605802\nPorto,231800\n')
const piece = (id: string, offset: number, end?: number) =>
  continueUpload(house.actor, house.deps, { id, offset, source: Readable.from([content.subarray(offset, end)]) })

describe('an upload in pieces', () => {
  test('goes on where it broke off, and makes the import with its last piece', async () => {
    const { id, offset } = await beginUpload(house.actor, house.deps, { file: '../x/cities.csv', size: content.length })
    expect(offset).toBe(0)
    // A piece that breaks off in the middle: what came of it stays.
    const broken = new Readable({ read: () => undefined })
    broken.push(content.subarray(0, 7))
    setTimeout(() => broken.destroy(new Error('gone')), 50)
    await expect(continueUpload(house.actor, house.deps, { id, offset: 0, source: broken })).rejects.toThrow('gone')
    const state = await readUpload(house.actor, id)
    expect(state).toEqual({ id, file: 'cities.csv', size: content.length, offset: 7 })
    await expect(piece(id, 0)).rejects.toMatchObject({ code: 'import.offset', parameters: { offset: 7 } })
    expect(await piece(id, 7, 20)).toMatchObject({ offset: 20 })
    const made = await piece(id, 20)
    expect(made).toMatchObject({ id, file: 'cities.csv', state: 'uploaded', guess: { rows: { value: 2 } } })
    await expect(readUpload(house.actor, id)).rejects.toMatchObject({ code: 'import.unknown' })
  })

  test('belongs to who began it: nobody else reads it, goes on with it, or gets the import that comes of it', async () => {
    const { id } = await beginUpload(house.actor, house.deps, { file: 'mine.csv', size: content.length })
    await piece(id, 0, 20)
    const { member } = house.actor
    const others = [
      { ...house.actor, member: { ...member, id: house.actor.newId(), administrator: false } },
      { ...house.actor, member: { ...member, id: house.actor.newId(), administrator: true } },
    ]
    for (const other of others) {
      const source = Readable.from([content.subarray(20)])
      await expect(readUpload(other, id)).rejects.toMatchObject({ code: 'import.unknown' })
      await expect(continueUpload(other, house.deps, { id, offset: 20, source })).rejects.toMatchObject({
        code: 'import.unknown',
      })
    }
    expect(await readUpload(house.actor, id)).toMatchObject({ offset: 20 })
    expect(await piece(id, 20)).toMatchObject({ id, state: 'uploaded' })
    const [stranger = house.actor] = others
    await expect(readImport(stranger, id)).rejects.toMatchObject({ code: 'import.unknown' })
    expect((await listImports(stranger)).map((each) => each.id)).not.toContain(id)
  })

  test('takes no more than it was said to have, and nothing of another person’s', async () => {
    const { id } = await beginUpload(house.actor, house.deps, { file: 'a.csv', size: 5 })
    await expect(piece(id, 0)).rejects.toMatchObject({ code: 'request.tooLarge' })
    const other = { ...house.actor, member: { ...house.actor.member, id: house.actor.newId() } }
    await expect(readUpload(other, id)).rejects.toMatchObject({ code: 'import.unknown' })
    const huge = { file: 'a.csv', size: house.deps.largest + 1 }
    await expect(beginUpload(house.actor, house.deps, huge)).rejects.toMatchObject({ code: 'request.tooLarge' })
  })
})

describe('what waits', () => {
  const begin = (actor = house.actor) => beginUpload(actor, house.deps, { file: 'a.csv', size: content.length })
  const upload = () => house.table('_upload')

  test('an upload that another process reads just now is not read twice, and a last piece that was told to come again comes empty', async () => {
    const { id } = await begin()
    await piece(id, 0, 20)
    await house.rows(`update ${upload()} set claimed_on = clock_timestamp() where id = $1`, [id])
    await expect(piece(id, 20)).rejects.toMatchObject({ code: 'import.offset' })
    expect(await readUpload(house.actor, id)).toMatchObject({ offset: content.length })
    await house.rows(`update ${upload()} set claimed_on = null where id = $1`, [id])
    expect(await piece(id, content.length)).toMatchObject({ id, state: 'uploaded', guess: { rows: { value: 2 } } })
    expect(await house.rows(`select 1 from ${upload()} where id = $1`, [id])).toEqual([])
  })

  test('of two pieces that begin at the same byte one is kept', async () => {
    const { id } = await begin()
    const both = await Promise.allSettled([piece(id, 0, 20), piece(id, 0, 20)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await readUpload(house.actor, id)).toMatchObject({ offset: 20 })
    expect(await piece(id, 20)).toMatchObject({ guess: { rows: { value: 2 } } })
  })

  test('is bounded for a person and for an environment, whatever came of it', async () => {
    const other = { ...house.actor, member: { ...house.actor.member, id: house.actor.newId() } }
    const refused = { code: 'import.tooManyWaiting' }
    const fill = (byId: string, files: number, bytes: number) =>
      house.rows(
        `insert into ${upload()} (id, file, size, by_id, changed_on)
          select gen_random_uuid(), 'filler', $3, $1, clock_timestamp() from generate_series(1, $2::int)`,
        [byId, files, bytes],
      )
    const clear = () => house.rows(`delete from ${upload()} where file = 'filler'`)
    await fill(other.member.id, 100, 1)
    await expect(begin(other)).rejects.toMatchObject(refused)
    await expect(
      uploadFile(other, house.deps, { label: 'a.csv', source: Readable.from([content]) }),
    ).rejects.toMatchObject(refused)
    await begin()
    await clear()
    await fill(other.member.id, 1, 4 * 1024 ** 3)
    await expect(begin(other)).rejects.toMatchObject(refused)
    await begin()
    for (let person = 0; person < 4; person++) await fill(house.actor.newId(), 1, 4 * 1024 ** 3)
    await expect(begin()).rejects.toMatchObject(refused)
    await clear()
  })

  test('a day without a piece is the end of an upload and of a file that nobody imports; what broke off goes too', async () => {
    await house.rows(`delete from ${upload()}`)
    const left = async () => (await readdir(join(house.folder, house.actor.environment.id))).toSorted()
    for (const name of await left()) await rm(join(house.folder, house.actor.environment.id, name))
    const { id } = await begin()
    await piece(id, 0, 20)
    const { id: waiting } = await house.upload(content)
    const broken = join(house.folder, house.actor.environment.id, 'x.csv.table')
    await writeFile(broken, '')
    const tend = () => tendImports(house.actor.database, house.deps.files, house.actor.environment, new Date())
    await tend()
    expect(await left()).toEqual([expect.stringMatching(`^${id}.*piece$`), `${waiting}.csv`, 'x.csv.table'])
    await house.rows(`update ${upload()} set changed_on = changed_on - interval '25 hours'`)
    await house.rows(`update ${house.table('_import')} set created_on = created_on - interval '25 hours'`)
    const past = new Date(Date.now() - 25 * 60 * 60 * 1000)
    await utimes(broken, past, past)
    await tend()
    expect(await left()).toEqual([])
    await expect(readUpload(house.actor, id)).rejects.toMatchObject({ code: 'import.unknown' })
  })
})

describe('the name of a file that is brought', () => {
  test('is its last part, without what cannot be shown', () => {
    expect(fileLabel('C:\\lists\\cit\u0007ies.csv')).toBe('cities.csv')
    expect(fileLabel('../')).toBe('file.csv')
  })

  test('begins as it did where it is too long, says so, and keeps its ending', () => {
    expect(fileLabel(`${'ā'.repeat(96)}.csv`)).toBe(`${'ā'.repeat(96)}.csv`)
    expect(fileLabel(`Customers ${'😀'.repeat(200)}.xlsx`)).toBe(`Customers ${'😀'.repeat(84)}….xlsx`)
    expect([...fileLabel('x'.repeat(300))]).toHaveLength(100)
    expect(fileLabel(fileLabel(`${'y'.repeat(300)}.jsonl`))).toBe(fileLabel(`${'y'.repeat(300)}.jsonl`))
  })
})

describe('rejected rows', () => {
  async function rejectedOf(file: string, column: string) {
    const made = await house.upload(file)
    const plan = planOf(made, { name: 'Amounts', uri: 'amounts' })
    const columns = plan.target.columns.map((each) =>
      each.field === column && each.attribute
        ? { ...each, attribute: { ...each.attribute, type: 'number' as const } }
        : each,
    )
    await dryRun(house.actor, house.deps, made.id, { ...plan, target: { ...plan.target, columns } })
    return { made, rejected: () => rejectedRows(house.actor, house.deps, made.id) }
  }

  test('of CSV are CSV again, as they stood there, with their row and the reason', async () => {
    const { rejected } = await rejectedOf('code,amount\na,1\n\'=b,"x, y"\nc,3\nd,z\n', 'amount')
    const { name, body } = await rejected()
    expect(name).toBe('file rejected.csv')
    expect(await text(body)).toBe(
      `\uFEFFcode,amount,Row in the file,Reason\r\n'=b,"x, y",3,amount: Please enter a whole number.\r\nd,z,5,amount: Please enter a whole number.\r\n`,
    )
  })

  test('of JSON lines are JSON lines, and of sheets a sheet', async () => {
    const { rejected } = await rejectedOf('{"code":"=a","amount":"x"}\n{"code":"b","amount":2}\n', 'amount')
    const { format, body } = await rejected()
    expect([format, JSON.parse(await text(body))]).toEqual([
      'jsonl',
      { code: '=a', amount: 'x', 'Row in the file': '2', Reason: 'amount: Please enter a whole number.' },
    ])
    const { zippedSheet } = await import('#records/exchange/server/export/workbook.ts')
    const { sheetBegin, sheetEnd, sheetRow } = await import('#records/exchange/sheet/sheetXml.ts')
    const sheet =
      sheetBegin(['code', 'amount']) +
      sheetRow(2, [
        { kind: 'text', text: '=a' },
        { kind: 'text', text: 'x' },
      ]) +
      sheetEnd
    const book = await buffer(zippedSheet('Sheet', Readable.from([sheet])))
    const made = await house.upload(book)
    const plan = planOf(made, { name: 'Amounts', uri: 'amounts' })
    const columns = plan.target.columns.map((each) =>
      each.field === 'amount' && each.attribute
        ? { ...each, attribute: { ...each.attribute, type: 'number' as const } }
        : each,
    )
    await dryRun(house.actor, house.deps, made.id, { ...plan, target: { ...plan.target, columns } })
    const again = await rejectedRows(house.actor, house.deps, made.id)
    expect(again.format).toBe('xlsx')
    const folder = await mkdtemp(join(tmpdir(), 'lintel-rejected-'))
    await writeFile(join(folder, 'a'), await buffer(again.body))
    expect(await makeTable(join(folder, 'a'))).toBe('xlsx')
    expect(await readFile(join(folder, 'a'), 'utf8')).toBe(
      "code,amount,Row in the file,Reason\r\n'=a,x,2,amount: Please enter a whole number.\r\n",
    )
    await rm(folder, { recursive: true })
  })

  test('are unknown where there are none', async () => {
    const { rejected } = await rejectedOf('code,amount\na,1\n', 'amount')
    await expect(rejected()).rejects.toMatchObject({ code: 'import.unknown' })
  })
})
