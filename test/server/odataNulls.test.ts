import fc from 'fast-check'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bindList } from '#odata/bind/list.ts'
import { createEngine } from '#odata/engine.ts'
import { evaluate, valueIn } from '#odata/evaluate.ts'
import { parseQuery } from '#odata/syntax/query.ts'
import { emptyDatabase, type TestDatabase } from '../support/database.ts'
import { drawFacts, factsSql, model, storedFacts, tables } from '../support/nullFacts.ts'
import { nullFilter } from '../support/nullFilters.ts'
import { referenceText } from '../support/nullReference.ts'
import { readerOf } from '../support/odataReader.ts'
import { answersOf, openAsked } from '../support/odataShop.ts'

const facts = drawFacts()
const engine = createEngine({ model, tables, sign: () => '' })
let database: TestDatabase
let client: Client

beforeAll(async () => {
  database = await emptyDatabase('odata nulls')
  client = new Client({ connectionString: database.connectionString })
  await client.connect()
  await client.query(factsSql)
  await client.query('insert into facts select * from json_populate_recordset(null::facts, $1)', [
    JSON.stringify(storedFacts(facts)),
  ])
})

afterAll(async () => {
  await client?.end()
  await database?.drop()
})

type Judged = Readonly<Record<string, boolean | null>>

/** What the reference says of each row. */
async function judge(filter: string): Promise<Judged> {
  const query = parseQuery(`$filter=${encodeURIComponent(filter)}`)
  if (!query.filter) throw new Error('no filter')
  const text = `select id, (${referenceText(query.filter, query.literals)})::boolean as holds from facts f order by id`
  const { rows } = await client.query<{ id: string; holds: boolean | null }>(text)
  return Object.fromEntries(rows.map(({ id, holds }) => [id, holds]))
}

type Shown = { readonly id: string; readonly holds?: boolean | null }

async function list(options: Readonly<Record<string, string>>): Promise<readonly Shown[]> {
  const raw = Object.entries(options).map(([name, text]) => `$${name}=${encodeURIComponent(text)}`)
  const { statement } = engine.list('facts', raw.join('&'), openAsked)
  const [answer] = await answersOf<{ value: string }>(client, statement)
  return JSON.parse(answer?.value ?? '') as Shown[]
}

/** Where the compiled SQL or the evaluator say something else than the reference; empty where all agree. */
async function disagreements(filter: string): Promise<readonly string[]> {
  const expected = await judge(filter)
  const holding = Object.keys(expected).filter((id) => expected[id])
  const query = parseQuery(`$filter=${encodeURIComponent(filter)}`)
  const { filter: bound, tables: used } = bindList(model, 'facts', query)
  if (!bound) throw new Error('no filter')
  const read = (fact: (typeof facts)[number]) => readerOf({ facts }, used, new Map([[0, fact]]))
  const found = await list({ filter, select: 'id' })
  const computed = await list({ compute: `${filter} as holds`, select: 'id,holds' })
  const evaluated = facts.filter((fact) => evaluate(bound, query.literals, read(fact))).map(({ id }) => String(id))
  const values = facts.map((fact) => [String(fact['id']), valueIn(bound, query.literals, read(fact))])
  const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
  return [
    ...(same(
      found.map(({ id }) => id),
      holding,
    )
      ? []
      : ['filter in SQL']),
    ...(same(Object.fromEntries(computed.map(({ id, holds }) => [id, holds ?? null])), expected)
      ? []
      : ['value in SQL']),
    ...(same(evaluated, holding) ? [] : ['filter evaluated']),
    ...(same(Object.fromEntries(values), expected) ? [] : ['value evaluated']),
  ]
}

test('nulls mean in SQL and in the evaluator what the reference says', async () => {
  // `node test/oracle/odataNulls.ts 10000` asks for more, `SEED` for others.
  const numRuns = Number(process.env['NULL_FILTERS'] ?? 250)
  const seed = Number(process.env['SEED'] ?? 2025)
  const wrong: string[] = []
  for (const filter of fc.sample(nullFilter, { numRuns, seed })) {
    const places = await disagreements(filter)
    if (places.length > 0) wrong.push(`${places.join(', ')}: ${filter}`)
  }
  const shown = wrong.toSorted((one, other) => one.length - other.length).slice(0, 12)
  expect({ filters: numRuns, wrong: wrong.length, shown }).toEqual({ filters: numRuns, wrong: 0, shown: [] })
}, 900_000)

describe('where conditions are values or stand in other options', () => {
  const expected = async (filter: string, value: boolean | null) => {
    const judged = await judge(filter)
    return Object.keys(judged).filter((id) => judged[id] === value)
  }
  const idsOf = (rows: readonly Shown[]) => rows.map(({ id }) => id)

  test('$apply filters by what is true, and computes nulls', async () => {
    const condition = "not (active or contains(note,'x'))"
    const rows = await list({ apply: `filter(${condition})/groupby((id))`, orderby: 'id' })
    expect(idsOf(rows)).toEqual(await expected(condition, true))
    const unknown = await list({ apply: `compute(${condition} as c)/filter(c eq null)/groupby((id))`, orderby: 'id' })
    expect(idsOf(unknown)).toEqual(await expected(condition, null))
    const negated = await list({ apply: `groupby((id,active))/filter(not active)`, orderby: 'id' })
    expect(idsOf(negated)).toEqual(await expected('not active', true))
  })

  test('an order by a condition has nulls first, then what is false', async () => {
    const condition = "contains(note,'x')"
    const sorted = idsOf(await list({ orderby: `${condition},id`, select: 'id' }))
    expect(sorted).toEqual([
      ...(await expected(condition, null)),
      ...(await expected(condition, false)),
      ...(await expected(condition, true)),
    ])
    const negated = idsOf(await list({ orderby: `not ${condition} desc,id`, select: 'id' }))
    expect(negated).toEqual([
      ...(await expected(condition, false)),
      ...(await expected(condition, true)),
      ...(await expected(condition, null)),
    ])
  })

  test('expanded and counted rows are those for which the filter is true', async () => {
    const negated = new Set(await expected('not active', true))
    const expand = 'parts($select=id;$filter=not active)'
    const rows = (await list({ expand, select: 'id' })) as readonly (Shown & {
      readonly parts: readonly Shown[]
    })[]
    const parts = rows.flatMap((row) => row.parts.map(({ id }) => id))
    const children = facts.filter(({ parent_id: parent, id }) => parent !== null && negated.has(String(id)))
    expect(parts.toSorted()).toEqual(children.map(({ id }) => String(id)).toSorted())
    expect(parts.length).toBeGreaterThan(0)
  })
})
