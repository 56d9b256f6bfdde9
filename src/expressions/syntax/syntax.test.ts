import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expressionLimits } from '#expressions/limits.ts'
import { binding, type BinaryOperator, type ExpressionNode } from '#expressions/syntax/node.ts'
import { parseExpression } from '#expressions/syntax/parse.ts'
import { printExpression } from '#expressions/syntax/print.ts'

const at = { at: 0, to: 0 }
const name = fc
  .stringMatching(/^[a-z][a-z0-9_]{2,8}$/)
  .filter((word) => !/^(and|or|not|in|null|true|false)$/.test(word))
const { tree } = fc.letrec<{ tree: ExpressionNode; leaf: ExpressionNode }>((tie) => ({
  leaf: fc.oneof(
    fc
      .string({ unit: 'grapheme', maxLength: 6 })
      .filter((text) => !text.includes('\0') && text.isWellFormed())
      .map((value): ExpressionNode => ({ ...at, kind: 'text', value })),
    fc.stringMatching(/^[0-9]{1,9}(\.[0-9]{1,4})?$/).map((text): ExpressionNode => ({ ...at, kind: 'number', text })),
    fc.boolean().map((value): ExpressionNode => ({ ...at, kind: 'boolean', value })),
    fc.constant<ExpressionNode>({ ...at, kind: 'null' }),
    fc
      .array(name, { minLength: 1, maxLength: 3 })
      .map((names): ExpressionNode => ({ ...at, kind: 'path', segments: names.map((text) => ({ ...at, text })) })),
  ),
  tree: fc.oneof(
    { maxDepth: 4 },
    tie('leaf'),
    fc.array(tie('tree'), { maxLength: 3 }).map((items): ExpressionNode => ({ ...at, kind: 'list', items })),
    fc
      .record({
        name: fc.constantFrom('IF', 'AND', 'OR', 'LEN', 'NOW'),
        items: fc.array(tie('tree'), { maxLength: 3 }),
      })
      .map((call): ExpressionNode => ({ ...at, kind: 'call', ...call })),
    fc
      .record({ operator: fc.constantFrom('-' as const, '+' as const, 'not' as const, '%' as const), of: tie('tree') })
      .map((unary): ExpressionNode => ({ ...at, kind: 'unary', ...unary })),
    fc
      .record({
        operator: fc.constantFrom(...(Object.keys(binding) as BinaryOperator[])),
        left: tie('tree'),
        right: tie('tree'),
      })
      .map((binary): ExpressionNode => ({ ...at, kind: 'binary', ...binary })),
  ),
}))

function parsed(text: string): unknown {
  const result = parseExpression(text)
  return 'tree' in result ? withoutPlaces(result.tree) : result.problem
}

function withoutPlaces(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, inner: unknown) => (key === 'at' || key === 'to' ? undefined : inner)))
}

function printed(text: string): string {
  const result = parseExpression(text)
  return 'tree' in result ? printExpression(result.tree) : JSON.stringify(result.problem)
}

describe('the grammar', () => {
  test('what is printed is parsed as the same tree', () => {
    fc.assert(
      fc.property(tree, (node) => {
        expect(parsed(printExpression(node))).toEqual(withoutPlaces(node))
      }),
      { numRuns: 1000 },
    )
  })

  test.each([
    ['1+2*3', '1 + 2 * 3'],
    ['(1+2)*3', '(1 + 2) * 3'],
    ['-2^2', '-2 ^ 2'],
    ['-(2^2)', '-(2 ^ 2)'],
    ['2^3^2', '2 ^ 3 ^ 2'],
    ['2^(3^2)', '2 ^ (3 ^ 2)'],
    ['a - (b - c) - d', 'a - (b - c) - d'],
    ['NOT a = b AND c OR d', 'not a = b and c or d'],
    ['not (a and b)', 'not (a and b)'],
    ['(a = b) = c', '(a = b) = c'],
    ['100 * 21%', '100 * 21%'],
    ['"say ""hi"""', '"say ""hi"""'],
    ['if(paid,customer.name,"")', 'IF(paid, customer.name, "")'],
    ['state in ["open","paid"]', 'state in ["open", "paid"]'],
    ['and(a, b)', 'AND(a, b)'],
    ['TRUE and @0190-ab.name = Null', 'true and @0190-ab.name = null'],
  ])('%s is %s', (text, print) => expect(printed(text)).toBe(print))

  test('places are those of the text, from 0', () => {
    expect(parseExpression(' a + LEN("b")')).toMatchObject({
      tree: { at: 1, to: 13, left: { at: 1, to: 2 }, right: { at: 5, to: 13, items: [{ at: 9, to: 12 }] } },
    })
  })

  test.each([
    ['', 0],
    ['1 +', 3],
    ['1 2', 2],
    ['(1', 2],
    ['a = b = c', 6],
    ['"open', 0],
    ['a..b', 0],
    ['1x', 0],
    ['f(1,)', 4],
    ['a ? b', 2],
    ['a;b', 1],
    ['`${a}`', 0],
    ["'a'", 0],
    ['and', 0],
    ['a.b(1)', 3],
    ['=1', 0],
    ['"\0"', 0],
    ['"\ud800"', 0],
  ])('%j is refused at %i', (text, position) => {
    expect(parsed(text)).toMatchObject({ code: 'expression.syntax', position })
  })

  test.each([
    ['length', ' '.repeat(expressionLimits.length + 1)],
    ['depth', '('.repeat(1000)],
    ['depth', `${'-'.repeat(1000)}1`],
    ['depth', `${'f('.repeat(1000)}1`],
    ['depth', `${'['.repeat(1000)}1`],
    ['nodes', `1${'+1'.repeat(1500)}`],
    ['nodes', `[${'1,'.repeat(1500)}1]`],
  ])('has a limit of %s', (limit, text) => {
    expect(parsed(text)).toMatchObject({ code: 'expression.limit', parameters: { limit } })
  })
})
