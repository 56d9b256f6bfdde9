import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { evaluatorOf } from '../../src/expressions/evaluate.ts'
import { registry } from '../../src/expressions/functions/registry.ts'
import { openDatabase, type Database } from '../../src/platform/server/database/database.ts'
import { expressionOf, parametersOf, riga, selectOf, textOfFragment, values } from '../support/expressions.ts'
import { emptyDatabase } from '../support/database.ts'
import { disagreements } from '../support/expressionAgreement.ts'
import { plain } from '../../src/expressions/sql/fragment.ts'

let database: Database
let address: string
const examples = Object.values(registry)
  .flat()
  .flatMap(({ examples }) => examples)

beforeAll(async () => {
  const { connectionString } = await emptyDatabase('expressions')
  address = connectionString
  database = openDatabase({ connectionString })
})
afterAll(() => database?.stop())

describe('an expression in PostgreSQL', () => {
  test('gives what its closure gives: a thousand random ones (all of them: node scripts/expressionAgreement.ts)', async () => {
    expect(await disagreements(address, 1000, 20_260_715)).toEqual([])
  })

  test('reads columns whatever their collation, and keeps every value out of the text', async () => {
    await database.execute({
      text: `create table invoice (title text collate "C", note text collate "und-x-icu", total bigint, tags text[])`,
    })
    await database.execute({ text: `insert into invoice values ('Ž', 'a', 7, null), ('A', 'Z', 8, '{x}')` })
    const columns = (key: string) => plain(`"${key}"`)
    const read = async (write: string) => {
      const { text, values: parameters } = textOfFragment(selectOf(expressionOf(write), columns))
      expect(text).not.toContain('drop')
      const statement = { text: `select ${text} as value from invoice order by total`, values: parameters }
      return (await database.query<{ value: unknown }>(statement)).map(({ value }) => value)
    }
    expect(await read('title < note')).toEqual([false, true])
    expect(await read('LOWER(title) & UPPER(note) = "žA"')).toEqual([true, false])
    expect(await read('COUNT(tags) + total / 2')).toEqual(['3.5', '5'])
    expect(await read(`title = "'; drop table invoice; --" or title = "A"`)).toEqual([false, true])
  })

  test('stays in proportion to its text and work, however deep what is computed once is nested', async () => {
    const nested = Array.from({ length: 45 }).reduce((inner: string) => `RIGHT(${inner} & "e", 3)`, 'title')
    const { text, values: parameters } = textOfFragment(selectOf(expressionOf(nested), parametersOf(values)))
    expect(text.length).toBeLessThan(15_000)
    const start = performance.now()
    const [row] = await database.query<{ value: unknown }>({ text: `select ${text} as value`, values: parameters })
    expect(row?.value).toBe('eee')
    expect(performance.now() - start).toBeLessThan(2000)
  })

  test.each(examples)('$write gives $gives, as the closure does', async ({ write, gives }) => {
    const statement = textOfFragment(selectOf(expressionOf(write), parametersOf(values)))
    const [row] = await database.query<{ value: unknown }>({ ...statement, text: `select ${statement.text} as value` })
    expect(row?.value ?? null).toEqual(gives)
    expect(evaluatorOf(expressionOf(write))(values, riga)).toEqual(gives)
  })
})
