import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import iconv from 'iconv-lite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startImport } from '#records/exchange/server/import/imports.ts'
import { guessAgain } from '#records/exchange/server/import/uploadedFile.ts'
import { uploadFile } from '#records/exchange/server/import/uploads.ts'
import { importGround, planOf, type ImportGround } from '../../../../../test/support/imports.ts'

let house: ImportGround
beforeAll(async () => void (house = await importGround('uploaded_files')))
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

describe('uploads', () => {
  test('the name is only a label; an empty file and a too large one are refused and leave nothing', async () => {
    expect((await house.upload(cities, '../../etc/pass\u0000wd.csv')).file).toBe('passwd.csv')
    await expect(house.upload('')).rejects.toMatchObject({ code: 'import.empty' })
    await expect(house.upload('a,b\n')).rejects.toMatchObject({ code: 'import.empty' })
    const small = { ...house.deps, largest: 10 }
    await expect(
      uploadFile(house.actor, small, { label: 'x', source: Readable.from([Buffer.from(cities)]) }),
    ).rejects.toMatchObject({ code: 'request.tooLarge' })
    const left = await readdir(join(house.folder, house.actor.environment.id))
    expect(left.filter((name) => name.endsWith('.new'))).toEqual([])
  })

  test.each([
    ['windows-1252', 'Käse;Preis\nCrème brûlée;1,50\nJalapeño;2,75\n', 'plausible'],
    ['windows-1257', 'Nosaukums;Cena\nRīgas šķīvis;1,50\nĶirši;2,75\n', 'plausible'],
    ['windows-1251', 'Название;Цена\nЧай;1,50\nХлеб;2,75\n', 'plausible'],
    ['utf-16le', '\uFEFFKäse;Preis\nCrème;1,50\nJalapeño;2,75\n', 'mark'],
    ['utf-8', '\uFEFFKäse;Preis\nCrème;1,50\nJalapeño;2,75\n', 'mark'],
  ] as const)('a file in %s is read as such', async (encoding, text, reason) => {
    const { guess } = await house.upload(iconv.encode(text, encoding))
    expect(guess.encoding).toEqual({ value: encoding, reason })
    expect(guess.delimiter.value).toBe(';')
    expect(guess.columns[0]?.header).toBe(text.replace('\uFEFF', '').split(';')[0])
    expect(guess.columns[1]).toMatchObject({ type: 'decimal', format: { decimal: ',' } })
  })

  test('what the maker settles is kept and the rest is guessed anew', async () => {
    const made = await house.upload('a;b\n1;2\n3;4\n')
    const again = await guessAgain(house.actor, house.deps, made.id, { delimiter: ',', header: false })
    expect(again.guess).toMatchObject({ delimiter: { value: ',' }, header: { value: false }, rows: { value: 3 } })
    expect(again.guess.columns).toHaveLength(1)
  })
})

describe('real files', async () => {
  const folder = join(import.meta.dirname, '../../../../../node_modules/vega-datasets/data')
  const files = (await readdir(folder)).filter((name) => name.endsWith('.csv'))

  test.each(files)('%s imports whole, every guess taken as it is', async (name) => {
    const content = await readFile(join(folder, name))
    const uri = name.replaceAll(/[^a-z0-9]/g, '').slice(0, 20)
    const { made, job } = await importAll(content, uri)
    expect(job).toMatchObject({ state: 'succeeded', error: null, result: { rejected: 0 } })
    expect(await count(uri)).toBe(made.guess.rows.value)
  })
})
