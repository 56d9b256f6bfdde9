import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTable } from '../../../../test/support/importTable.ts'
import { dryRun } from '#records/server/import/dryRun.ts'
import { listImports, readImport } from '#records/server/import/imports.ts'
import { labelOf } from '#records/server/import/uploadedFile.ts'
import { rejectedRows } from '#records/server/import/rejected.ts'
import { beginUpload, continueUpload, readUpload } from '#records/server/import/uploads.ts'
import { importGround, planOf, type ImportGround } from '../../../../test/support/imports.ts'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
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

describe('the name of a file that is brought', () => {
  test('is its last part, without what cannot be shown', () => {
    expect(labelOf('C:\\lists\\cit\u0007ies.csv')).toBe('cities.csv')
    expect(labelOf('../')).toBe('file.csv')
  })

  test('begins as it did where it is too long, says so, and keeps its ending', () => {
    expect(labelOf(`${'ā'.repeat(96)}.csv`)).toBe(`${'ā'.repeat(96)}.csv`)
    expect(labelOf(`Customers ${'😀'.repeat(200)}.xlsx`)).toBe(`Customers ${'😀'.repeat(84)}….xlsx`)
    expect([...labelOf('x'.repeat(300))]).toHaveLength(100)
    expect(labelOf(labelOf(`${'y'.repeat(300)}.jsonl`))).toBe(labelOf(`${'y'.repeat(300)}.jsonl`))
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
    const { zippedSheet } = await import('#records/server/export/workbook.ts')
    const { sheetBegin, sheetEnd, sheetRow } = await import('#records/sheet/sheetXml.ts')
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
