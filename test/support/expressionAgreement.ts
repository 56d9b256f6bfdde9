import { evaluatorOf } from '../../src/expressions/evaluate.ts'
import { openDatabase } from '../../src/platform/server/database/database.ts'
import { chanceOf, randomCase, type Case } from './expressionCases.ts'
import { parametersOf, riga, selectOf, textOfFragment } from './expressions.ts'

export type Disagreement = {
  readonly text: string
  readonly values: object
  readonly closure: unknown
  readonly sql: unknown
}

/** Random expressions on random values: where their closures and PostgreSQL say different things, or PostgreSQL refuses. */
export async function disagreements(connectionString: string, count: number, seed: number): Promise<Disagreement[]> {
  const database = openDatabase({ connectionString, connections: 2 })
  const chance = chanceOf(seed)
  const found: Disagreement[] = []
  try {
    for (let done = 0; done < count; done += 1) {
      const random = randomCase(chance)
      const closure = evaluatorOf(random.expression)(random.values, riga)
      const sql = await answerOf(random)
      if (JSON.stringify(closure) !== JSON.stringify(sql))
        found.push({ text: random.text, values: random.values, closure, sql })
    }
  } finally {
    await database.stop()
  }
  return found

  async function answerOf({ expression, values }: Case): Promise<unknown> {
    const { text, values: parameters } = textOfFragment(selectOf(expression, parametersOf(values)))
    try {
      const [row] = await database.query<{ value: unknown }>({ text: `select ${text} as value`, values: parameters })
      return row?.value ?? null
    } catch (error) {
      return `refused: ${String((error as { cause?: unknown }).cause ?? error)}`
    }
  }
}
