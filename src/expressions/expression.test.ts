import { describe, expect, test } from 'vitest'
import { compileExpression } from '#expressions/compile.ts'
import { sqlContext } from '#expressions/sql/context.ts'
import { plain } from '#expressions/sql/fragment.ts'
import { expressionFault } from '#expressions/problems.ts'
import { evaluatorOf } from '#expressions/evaluate.ts'
import { readExpression, storedText, writtenText } from '#expressions/expression.ts'
import { expressionLimits } from '#expressions/limits.ts'
import { isZone } from '#dates/zoneTime.ts'
import { translateFor } from '#language/server/texts.ts'
import { localeCodes } from '#language/locale.ts'
import { expressionOf, invoice, riga, values } from '../../test/support/expressions.ts'

const problemsOf = (text: string) => {
  const read = readExpression(text, invoice)
  return 'tree' in read ? [] : read
}
const valueOf = (text: string, given: object = values) => evaluatorOf(expressionOf(text))({ ...given }, riga)

describe('a wrong expression', () => {
  test('[R502] is told with the specified text, and what is wrong where as its details', () => {
    const fault = expressionFault(problemsOf('totl + 1'), 'default')
    const say = translateFor('en')
    expect(fault.status).toBe(422)
    expect(say(`fault.${fault.code}`)).toBe(
      'An error occurred while processing the expression. Please check the code and try again.',
    )
    expect(fault.extra).toEqual({ position: 0 })
    expect(fault.details).toMatchObject([{ code: 'expression.unknownName', target: 'default', position: 0 }])
    const [detail] = fault.details
    expect(say('fault.expression.unknownName', detail?.parameters)).toBe(
      '“totl” is not known here. Did you mean “total”?',
    )
  })

  test.each([
    ['totl + 1', 'expression.unknownName', 0, { name: 'totl', hint: 'total' }],
    ['1 + customer.nam', 'expression.unknownName', 13, { name: 'nam', hint: 'name' }],
    ['total.name', 'expression.unknownName', 6, { name: 'name' }],
    ['1 + LENN("a")', 'expression.unknownFunction', 4, { name: 'LENN', hint: 'LEN' }],
    ['1 + "a"', 'expression.type', 4, { wanted: 'number', found: 'text' }],
    ['title = 1', 'expression.type', 8, { wanted: 'text', found: 'number' }],
    ['IF(1, 2, 3)', 'expression.type', 3, { wanted: 'boolean', found: 'number' }],
    ['variable', 'expression.type', 0, { wanted: 'value', found: 'group' }],
    ['[1, "a"]', 'expression.type', 4, { wanted: 'number', found: 'text' }],
    ['LEN()', 'expression.arguments', 0, { name: 'LEN', wanted: '1', found: 0 }],
    ['LEFT("a", 1, 2)', 'expression.arguments', 0, { wanted: '1–2', found: 3 }],
    ['state = "opn"', 'expression.option', 8, { name: 'opn', hint: 'open' }],
    ['state in ["paid", "cancelled"]', 'expression.option', 18, { name: 'cancelled', hint: 'none' }],
  ])('%s: %s at %i', (text, code, position, parameters) => {
    expect(problemsOf(text)).toMatchObject([{ code, position, parameters }])
  })

  test('tells all of its mistakes at once, each once', () => {
    expect(problemsOf('LEN(abc) + MAXX(1) + titl').map(({ position }) => position)).toEqual([4, 11, 21])
  })

  test('is one whose value does not fit its place', () => {
    expect(readExpression('total', invoice, { kind: 'boolean' })).toMatchObject([{ code: 'expression.type' }])
    expect(readExpression('null', invoice, { kind: 'date' })).toHaveProperty('tree')
    expect(readExpression('state', invoice, { kind: 'text' })).toHaveProperty('tree')
  })

  test.each(localeCodes)('has texts in %s for every kind of mistake', (locale) => {
    const say = translateFor(locale)
    for (const text of ['totl', 'LENN(1)', '1 + "a"', 'LEN()', 'state = "opn"', '1 +', '('.repeat(99)]) {
      const [problem] = problemsOf(text)
      const said = say(`fault.${problem?.code ?? 'expression.failed'}`, problem?.parameters)
      expect(said).not.toMatch(/[{}]|^fault\./)
    }
  })
})

describe('what an expression depends on', () => {
  test('are its fields, variables and functions', () => {
    const { fields, variables, functions } = expressionOf(
      'IF(total > variable.vat, UPPER(customer.name), "")',
    ).dependencies
    expect(fields.map(({ key }) => key)).toEqual(['total', 'customer.name'])
    expect(variables.map(({ key }) => key)).toEqual(['variable.vat'])
    expect(functions).toEqual(['IF', 'UPPER'])
  })

  test('is kept by ids and shown by names, so that renaming breaks nothing', () => {
    const stored = storedText(expressionOf('total > 1 and customer.name = "total"'))
    expect(stored).toBe('@00002 > 1 and @000016.@00000 = "total"')
    expect(writtenText(expressionOf(stored))).toBe('total > 1 and customer.name = "total"')
  })
})

describe('nothing of the host is reachable', () => {
  test.each([
    'constructor',
    'constructor.constructor',
    '__proto__',
    'total.constructor',
    'customer.__proto__.polluted',
    'title.length',
    'toString',
    'hasOwnProperty',
    'globalThis',
    'process.env',
    'this',
    'arguments',
    'prototype',
    'variable.constructor',
  ])('%s is a name like any other', (text) => {
    expect(problemsOf(text)).toMatchObject([{ code: 'expression.unknownName' }])
  })

  test.each([
    'constructor("return process")()',
    'eval("1")',
    'FUNCTION("return 1")',
    'REQUIRE("fs")',
    'toString()',
    '__proto__()',
    'valueOf()',
    'hasOwnProperty("a")',
    'IMPORT("fs")',
    'pg_sleep(10)',
    'pg_read_file("/etc/passwd")',
    'lo_import("x")',
    'dblink("x")',
  ])('%s calls nothing', (text) => {
    expect(
      problemsOf(text)
        .map(({ code }) => code)
        .at(0),
    ).toMatch(/^expression\.(unknownFunction|syntax)$/)
  })

  test.each([
    'with (a) b',
    'a => a',
    'function () {}',
    '`${1}`',
    'a[0]',
    'a?.b',
    'new Date()',
    'async () => 1',
    'a = 1; b',
    '{a: 1}',
    '/a/',
    'a ** b',
    '...a',
    'a; drop table b',
    '/* */ 1',
    '1 -- 2; x',
    '$1',
  ])('%s is no expression', (text) => expect(problemsOf(text).at(0)?.code).toBe('expression.syntax'))

  test('a field with a name of the host gives its own value or none', () => {
    const type = { kind: 'text' } as const
    const read = readExpression('constructor', new Map([['constructor', { name: 'constructor', type }]]))
    if (!('tree' in read)) throw new Error('refused')
    const evaluate = evaluatorOf(read)
    expect(evaluate({}, riga)).toBe(null)
    expect(evaluate({ constructor: 'mine' }, riga)).toBe('mine')
    expect(evaluate({ constructor: () => 'x' }, riga)).toBe(null)
    expect(evaluate({ constructor: { toString: () => 'x' } }, riga)).toBe(null)
  })

  test('values of another form than their types say count as none', () => {
    const odd = {
      total: { valueOf: () => 1 },
      paid: 'true',
      due: '2026-13-01',
      created_on: 'now',
      tags: 'a',
      count: Number.NaN,
    }
    expect(valueOf('[total, count]', odd)).toEqual([null, null])
    expect(valueOf('COALESCE(due, TODATE(created_on))', odd)).toBe(null)
    expect(valueOf('paid = null and COUNT(tags) = 0', odd)).toBe(true)
  })

  test('huge texts, lists and numbers end in no value, at once', () => {
    const start = performance.now()
    const many = repeated(12)
    expect(valueOf(many)).toBe(null)
    expect(valueOf(`LEN(REPT("x", ${expressionLimits.text}))`)).toBe(String(expressionLimits.text))
    expect(valueOf(`REPT("x", ${expressionLimits.text}) & "x"`)).toBe(null)
    expect(valueOf(`SUBSTITUTE(REPT("x", ${expressionLimits.text}), "x", REPT("y", 1000))`)).toBe(null)
    expect(valueOf('COUNT(SPLIT(REPT(",", 5000), ","))')).toBe('0')
    expect(valueOf('9 ^ 99')).toBe(null)
    expect(valueOf('(((9 ^ 30) ^ 30) ^ 30) ^ 30')).toBe(null)
    expect(valueOf('LEN(TRIM(REPT(" ", 50000) & "x" & REPT(" ", 49000)))')).toBe('1')
    expect(performance.now() - start).toBeLessThan(2000)
  })

  test('what is nested takes no more than it is long', () => {
    const start = performance.now()
    const deep = Array.from({ length: 45 }).reduce((inner: string) => `SWITCH(${inner}, 1, 2, 2, 1)`, 'count')
    expect(valueOf(deep, { count: '1' })).toBe('2')
    expect(
      compileExpression(expressionOf(deep), () => plain('c'), sqlContext(riga)).parts.join('').length,
    ).toBeLessThan(20_000)
    expect(performance.now() - start).toBeLessThan(1000)
  })

  test('a product of as many numbers as fit is exact', () => {
    const text = valueOf(Array.from({ length: 240 }, () => '1.000000001').join(' * '))
    expect(String(text).split('.')[1]).toHaveLength(2160)
  })
})

describe('days and moments', () => {
  test('a day is the same in every zone', () => {
    for (const zone of ['Pacific/Honolulu', 'UTC', 'Pacific/Kiritimati']) {
      expect(evaluatorOf(expressionOf('due + 1'))(values, { ...riga, zone })).toBe('2026-09-01')
    }
  })

  test('clocks that are put forward or back lead to a moment all the same', () => {
    expect(valueOf('DATETIME(DATE(2026, 3, 29), 3, 30)')).toBe('2026-03-29T01:30:00.000Z')
    expect(valueOf('DATETIME(DATE(2026, 10, 25), 3, 30)')).toBe('2026-10-25T01:30:00.000Z')
    expect(isZone('Europe/Riga') && !isZone('Europe/Nowhere')).toBe(true)
  })
})

function repeated(depth: number): string {
  return depth === 0 ? '"xxxxxxxxxx"' : `REPT(${repeated(depth - 1)}, 10)`
}
