import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { columnOf, isStored, type Attribute } from '#attributes/attribute.ts'
import { attributeTypes } from '#attributes/types.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { newId } from '#platform/server/newId.ts'
import { definitionsGround, type DefinitionsGround } from '../../../test/support/definitions.ts'
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
        const before = await state()
        const operations = randomChange(await model(), choices)
        if (operations.length === 0) continue
        const { id } = await ground.changes.apply(ground.context, operations)
        applied.push({ id, before })
        await fillEmptyTables()
        // Rows of tables that this change made go aside with them and are no part of the state before it.
      }
      for (const { id, before } of applied.toReversed()) {
        await ground.changes.undo(ground.context, id)
        expect(await state()).toEqual(before)
      }
    }),
    { numRuns: 12 },
  )
}, 120_000)

type State = { readonly definitions: unknown; readonly catalog: unknown; readonly data: string }

function model() {
  return ground.models.fresh(ground.context.environment)
}

async function state(): Promise<State> {
  const { relationships, ...definitions } = await model()
  const entities = [...definitions.entities.values()]
  const hash = createHash('sha256')
  for (const { uri, attributes } of entities) {
    const columns = [
      'id',
      ...attributes
        .filter(isStored)
        .map((each) => `"${columnOf(each)}"`)
        .toSorted(),
    ]
    const text = `select ${columns.join()} from ${table(uri)} order by id`
    hash.update(uri + JSON.stringify(await ground.database.query({ text })))
  }
  const connected = [...relationships.values()].map(({ version: _v, change_id: _c, ...each }) => each)
  const byId = connected.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  return {
    definitions: [entities.map(withoutVersions), byId],
    catalog: await catalog(),
    data: hash.digest('hex'),
  }
}

function withoutVersions({
  fields: _fields,
  version: _v,
  change_id: _c,
  attributes,
  ...entity
}: EntityDefinition): unknown {
  return {
    ...entity,
    attributes: attributes.map(({ version: _version, change_id: _change, ...attribute }: Attribute) => attribute),
  }
}

/** Columns, unique indexes and foreign keys of everything that is not aside. */
async function catalog(): Promise<unknown> {
  const schema = ground.context.environment.schema
  const columns = await ground.database.query({
    text: `select c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
        coalesce(i.uniques, 0) as uniques, coalesce(k.links, 0) as links
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join lateral (select count(*) as uniques from pg_index x
        where x.indrelid = c.oid and x.indisunique and x.indkey[0] = a.attnum) i on true
      left join lateral (select count(*) as links from pg_constraint x
        where x.conrelid = c.oid and x.contype = 'f' and x.conkey[1] = a.attnum) k on true
      where c.relnamespace = $1::regnamespace and c.relkind = 'r' and c.relname !~ '^_' and a.attname !~ '^_'
      order by 1, 2`,
    values: [schema],
  })
  return columns
}

/** Two rows with a sample of every attribute in each table that has none. */
async function fillEmptyTables(): Promise<void> {
  for (const { uri, attributes } of (await model()).entities.values()) {
    const [some] = await ground.database.query({ text: `select 1 from ${table(uri)} limit 1` })
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
        text: `insert into ${table(uri)} (${['id', 'created_on', 'created_by_id', 'updated_on', 'updated_by_id', 'owner_id', 'owning_unit_id', ...names].join()})
          values ($1, now(), $1, now(), $1, $1, $1${names.map((_name, index) => `, $${index + 2}`).join('')})`,
        values: [id, ...values],
      })
    }
  }
}

function table(uri: string): string {
  return `"${ground.context.environment.schema}"."${uri}"`
}
