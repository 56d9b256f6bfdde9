import { evaluatorOf } from '../src/expressions/evaluate.ts'
import { expressionOf, riga, values } from '../test/support/expressions.ts'

/**
 * How often a second expressions are computed, each from the values of a record as they travel to a value that travels, one
 * after the other in one process: the best of many short slices, which others on the machine disturb least.
 * node bench/expressions.ts [seconds]
 */
const seconds = Number(process.argv[2] ?? 1)
const slice = 5000
const expressions = [
  'total * 1.21',
  'count * rate',
  'total > 100 and paid',
  'title & " / " & customer.name',
  'IF(total > 100, "large", "small")',
  'due - start',
  'due < TODAY()',
  'state = "paid"',
  'ROUND(total * (1 + variable.vat), 2)',
  'total / 3',
  'UPPER(LEFT(title, 3)) & LEN(title)',
  'ADDMONTHS(due, 1)',
]

console.log('| expression | evaluations/s |\n| --- | ---: |')
for (const text of expressions) {
  perSecond(text, seconds / 2)
  console.log(`| \`${text}\` | ${Math.round(perSecond(text, seconds)).toLocaleString('en')} |`)
}

function perSecond(text: string, time: number): number {
  const evaluate = evaluatorOf(expressionOf(text))
  const end = performance.now() + time * 1000
  let best = 0
  while (performance.now() < end) {
    const start = performance.now()
    let sum = 0
    for (let round = 0; round < slice; round += 1) sum += evaluate(values, riga) === null ? 0 : 1
    if (sum !== slice) throw new Error(`${text} has no value`)
    best = Math.max(best, slice / ((performance.now() - start) / 1000))
  }
  return best
}
