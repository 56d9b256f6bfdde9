import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#platform/server/newId.ts'
import { reconcileTables } from '#tables/server/reconcile.ts'
import { uniqueName } from '#tables/step.ts'
import { definitionsGround, type DefinitionsGround } from '../../../test/support/definitions.ts'
import { tableName } from '../../../test/support/definitionsState.ts'

let ground: DefinitionsGround
beforeAll(async () => {
  ground = await definitionsGround('unique_indexes')
})
afterAll(() => ground.stop())

function rows(text: string): Promise<Record<string, unknown>[]> {
  return ground.database.query({ text: text.replaceAll('$s', `"${ground.context.environment.schema}"`) })
}

async function insert(code: string): Promise<string> {
  const id = newId()
  await ground.database.execute({
    text: `insert into ${tableName(ground, 'apart')} (id, created_on, created_by_id, updated_on, updated_by_id, owner_id, owning_unit_id, code)
      values ($1, now(), $1, now(), $1, $1, $1, $2)`,
    values: [id, code],
  })
  return id
}

const validity = (name: string) =>
  rows(
    `select i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid where c.relname = '${name}'`,
  )

test('one that a crash left invalid, or that is gone, is made anew beside reads and writes', async () => {
  const attributes = [{ name: 'Code', uri: 'code', type: 'text', unique: true }]
  const made = await ground.changes.apply(ground.context, [
    { kind: 'entity.create', name: 'Apart', collectionname: 'Apart', uri: 'apart', attributes },
  ])
  const id = String(made.operations[0]?.['id'])
  const { environment } = ground.context
  await ground.settled()
  const model = await ground.models.fresh(environment)
  const name = uniqueName(model.entities.get(id)?.attributes[0]?.id ?? '')
  expect(await validity(name)).toEqual([{ valid: true }])
  await rows(`drop index $s."${name}"`)
  const twin = await insert('same')
  await insert('same')
  await expect(rows(`create unique index concurrently "${name}" on $s.apart (code)`)).rejects.toThrow('unique')
  expect(await validity(name)).toEqual([{ valid: false }])
  // As long as records share a value it is told, and an index that serves nobody costs no write anything.
  await expect(reconcileTables(ground.database, environment, model)).rejects.toThrow('attribute.duplicates')
  expect(await validity(name)).toEqual([])
  await rows(`update $s.apart set code = 'other' where id = '${twin}'`)
  expect(await reconcileTables(ground.database, environment, model)).toBe(1)
  expect(await validity(name)).toEqual([{ valid: true }])
  await expect(insert('same')).rejects.toThrow('unique')
  expect(await reconcileTables(ground.database, environment, model)).toBe(0)
})
