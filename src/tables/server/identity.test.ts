import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { columnOf, isStored } from '#attributes/attribute.ts'
import { attributeTypes } from '#attributes/types.ts'
import { newId } from '#platform/server/newId.ts'
import { definitionsGround, type DefinitionsGround } from '../../../test/support/definitions.ts'
import { stateOf, tableName, type State } from '../../../test/support/definitionsState.ts'
import { choicesOf, randomChange } from '../../../test/support/randomChanges.ts'

let ground: DefinitionsGround
beforeAll(async () => {
  ground = await definitionsGround('identity')
})
afterAll(() => ground.stop())

test('random change sets, undone in reverse, give back definitions, catalog and data', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(1_000_000), { minLength: 100, maxLength: 200 }), async (numbers) => {
      const choices = choicesOf(numbers)
      const applied: { id: string; before: State }[] = []
      for (let round = 0; round < 6; round++) {
        const before = await stateOf(ground)
        const operations = randomChange(await model(), choices)
        if (operations.length === 0) continue
        const { id } = await ground.changes.apply(ground.context, operations)
        applied.push({ id, before })
        await fillEmptyTables()
        // Rows of tables that this change made go aside with them and are no part of the state before it.
      }
      for (const { id, before } of applied.toReversed()) {
        await ground.changes.undo(ground.context, id)
        expect(await stateOf(ground)).toEqual(before)
      }
    }),
    { numRuns: 12 },
  )
}, 120_000)

function model() {
  return ground.models.fresh(ground.context.environment)
}

/** Two rows with a sample of every attribute in each table that has none. */
async function fillEmptyTables(): Promise<void> {
  for (const { uri, attributes } of (await model()).entities.values()) {
    const [some] = await ground.database.query({ text: `select 1 from ${tableName(ground, uri)} limit 1` })
    if (some) continue
    const plain = attributes.filter((each) => isStored(each) && each.type !== 'N:1')
    const names = plain.map((each) => `"${columnOf(each)}"`)
    for (const round of [0, 1]) {
      const values = plain.map(({ type, unique }) => {
        const { samples } = attributeTypes[type]
        return unique && round === 1 ? null : samples[round % samples.length]
      })
      const id = newId()
      await ground.database.execute({
        text: `insert into ${tableName(ground, uri)} (${['id', 'created_on', 'created_by_id', 'updated_on', 'updated_by_id', 'owner_id', 'owning_unit_id', ...names].join()})
          values ($1, now(), $1, now(), $1, $1, $1${names.map((_name, index) => `, $${index + 2}`).join('')})`,
        values: [id, ...values],
      })
    }
  }
}
