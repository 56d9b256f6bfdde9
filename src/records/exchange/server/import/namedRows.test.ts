import { afterAll, beforeAll, expect, test } from 'vitest'
import { startImport } from '#records/exchange/server/import/imports.ts'
import { importGround, planOf, type ImportGround } from '../../../../../test/support/imports.ts'

let house: ImportGround
beforeAll(async () => {
  house = await importGround('namedrows')
})
afterAll(() => house.stop())

test('a column of the file names the records of a new table; without one they have none', async () => {
  const file = await house.upload('code,amount\nA 1,15.5\nB 2,12.25\n')
  for (const [uri, naming, names] of [
    ['unnamed', null, [null, null]],
    ['named', 'code', ['A 1', 'B 2']],
  ] as const) {
    const made = uri === 'named' ? await house.upload('code,amount\nA 1,15.5\nB 2,12.25\n') : file
    const plan = planOf(made, { name: 'Parts', uri })
    const entity = { ...(plan.target.entity as object), naming }
    const target = { ...plan.target, entity } as typeof plan.target
    const job = await house.ended(await startImport(house.actor, house.deps, made.id, { ...plan, target }))
    expect(job.state).toBe('succeeded')
    const rows = await house.rows<{ name: string | null }>(`select name from ${house.table(uri)} order by id`)
    expect(rows.map(({ name }) => name)).toEqual(names)
  }
})
