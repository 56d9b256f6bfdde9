import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { evaluatorOf } from '../../src/expressions/evaluate.ts'
import { registry } from '../../src/expressions/functions/registry.ts'
import { openDatabase, type Database } from '../../src/platform/server/database/database.ts'
import { expressionOf, parametersOf, riga, selectOf, textOfFragment, values } from '../support/expressions.ts'
import { emptyDatabase } from '../support/database.ts'

let database: Database
const examples = Object.values(registry)
  .flat()
  .flatMap(({ examples }) => examples)

beforeAll(async () => {
  const { connectionString } = await emptyDatabase('expressions')
  database = openDatabase({ connectionString })
})
afterAll(() => database?.stop())

describe('an expression in PostgreSQL', () => {
  test.each(examples)('$write gives $gives, as the closure does', async ({ write, gives }) => {
    const statement = textOfFragment(selectOf(expressionOf(write), parametersOf(values)))
    const [row] = await database.query<{ value: unknown }>({ ...statement, text: `select ${statement.text} as value` })
    expect(row?.value ?? null).toEqual(gives)
    expect(evaluatorOf(expressionOf(write))(values, riga)).toEqual(gives)
  })
})
