import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uploadFile } from '#records/exchange/server/import/uploads.ts'
import { bombs, writeBomb } from '../../../../../test/faults/bombs.ts'
import { importGround, type ImportGround } from '../../../../../test/support/imports.ts'

let house: ImportGround
let folder: string
beforeAll(async () => {
  house = await importGround('bombs')
  folder = await mkdtemp(join(tmpdir(), 'lintel-bombs-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await house.stop()
})

/** Megabytes that each unfolds to: more than any bound on a cell, a row or a text. */
const size = 12

/** Why each bomb is refused. Those without a reason are long and nothing else; `test/faults/bombUploads.ts` tries them. */
const reasons: Readonly<Record<string, string | undefined>> = {
  'one endless cell': 'import.textTooLong',
  'a cell of many texts': 'import.cellTooLong',
  'a comment': 'import.textTooLong',
  'character data': 'import.textTooLong',
  'an instruction': 'import.textTooLong',
  'an attribute': 'import.textTooLong',
  'a name': 'import.textTooLong',
  'a reference': 'import.textTooLong',
  'elements in elements': 'import.notSheet',
  'a row of long cells': 'import.rowTooLong',
  'rows far apart': 'import.notSheet',
  'a shared text': 'import.textTooLong',
  relationships: undefined,
  'a line of JSON without an end': 'import.rowTooLong',
  'JSON in JSON': 'import.rowTooLong',
  'a quote that nobody closes': 'import.cellTooLong',
  'a row without an end': 'import.empty',
  'columns without an end': 'import.empty',
}

describe('a file that unfolds to far more than it weighs is refused while it is read, and leaves nothing', () => {
  test.each(Object.entries(bombs).filter(([name]) => reasons[name] !== undefined))('%s', async (name, bomb) => {
    const { label, ...rest } = bomb(size)
    const file = join(folder, label)
    await writeBomb(file, { label, ...rest }, 0)
    const refused = uploadFile(house.actor, house.deps, { label, source: createReadStream(file) })
    await expect(refused).rejects.toMatchObject({ code: reasons[name] })
    expect(await readdir(join(house.folder, house.actor.environment.id))).toEqual([])
    const { _upload, _import } = Object.fromEntries(
      await Promise.all(
        ['_upload', '_import'].map(async (table) => [table, await house.rows(`select 1 from ${house.table(table)}`)]),
      ),
    ) as Record<string, unknown[]>
    expect([_upload, _import]).toEqual([[], []])
  })
})

test('an archive that unpacks to more than a hundred times its size is refused before any of it is', async () => {
  const file = join(folder, 'proportion.xlsx')
  const bomb = bombs['empty shared texts']?.(70)
  if (!bomb) throw new Error('there is no such bomb')
  await writeBomb(file, bomb, 0)
  const refused = uploadFile(house.actor, house.deps, { label: 'a.xlsx', source: createReadStream(file) })
  await expect(refused).rejects.toMatchObject({ code: 'import.unpacked', parameters: { max: '64 MiB' } })
})
