import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Fault } from '#faults/fault.ts'
import { parseAddress } from '#odata/syntax/address.ts'
import type { Literal, QueryNode, QueryOptions } from '#odata/syntax/node.ts'
import { printNode, printQuery } from '#odata/syntax/print.ts'
import { parsePrefer } from '#odata/syntax/prefer.ts'
import { parseQuery } from '#odata/syntax/query.ts'

const enc = (text: string) => encodeURIComponent(text)
const filter = (text: string) => parseQuery(`$filter=${enc(text)}`)
const printed = (text: string) => {
  const query = filter(text)
  return query.filter && printNode(query.filter, query.literals)
}
const literalsOf = (text: string) =>
  filter(text).literals.map((entry) => ('text' in entry ? [entry.type, entry.text] : 'list'))

function refusal(action: () => unknown): { code: string; target: string | undefined; [more: string]: unknown } {
  try {
    action()
  } catch (error) {
    if (error instanceof Fault) return { code: error.code, target: error.target, ...error.parameters }
    throw error
  }
  throw new Error('was accepted')
}

describe('a query string', () => {
  test('is split on & and = before it is decoded', () => {
    expect(parseQuery("$filter=name eq 'a%26b%3Dc'&$top=5").literals[0]).toMatchObject({ text: 'a&b=c' })
    expect(parseQuery('$top=5&$skip=7')).toMatchObject({ top: 5, skip: 7 })
  })

  test('takes + as a blank and %2B as a plus', () => {
    expect(parseQuery("$filter=name+eq+'a%2Bb+c'").literals[0]).toMatchObject({ text: 'a+b c' })
  })

  test('knows the options of 4.01 without $ and in any case, and leaves those of others alone', () => {
    expect(parseQuery('filter=a eq 1&TOP=3&$Count=true&mine=1&x')).toMatchObject({ top: 3, count: true })
    expect(refusal(() => parseQuery('$nothing=1'))).toMatchObject({ code: 'query.unknownName', target: '$nothing' })
  })

  test('is refused when an option comes twice or cannot be decoded', () => {
    expect(refusal(() => parseQuery('$top=1&top=2')).code).toBe('query.syntax')
    expect(refusal(() => parseQuery('$filter=%E4%A'))).toMatchObject({ code: 'query.syntax', target: '$filter' })
    expect(refusal(() => parseQuery("$filter=name eq 'a%00'"))).toMatchObject({ code: 'query.syntax', position: 10 })
  })

  test('takes parameter aliases as what they stand for; one without a value is null', () => {
    const query = parseQuery("$filter=a eq @p and b in @q&@p='x%26y'&@q=[1,2]")
    expect(query.filter && printNode(query.filter, query.literals)).toBe("(a eq 'x&y') and (b in [1,2])")
    expect(printed('a eq @none')).toBe('a eq @none')
    expect(refusal(() => parseQuery('$filter=a eq @p&@p=@p'))).toMatchObject({ code: 'query.limit', limit: 'depth' })
  })

  test('of aliases that differ in shape have different shapes', () => {
    const shape = (alias: string) => parseQuery(`$filter=a eq @p&@p=${alias}`).shape
    expect(shape('1')).toBe(shape('2'))
    expect(new Set([shape('1'), shape("'1'"), shape('b')]).size).toBe(3)
  })
})

describe('literals', () => {
  test.each([
    ["'it''s'", 'string', "it's"],
    ['12345678901234567890.123456789', 'number', '12345678901234567890.123456789'],
    ['-5', 'integer', '-5'],
    ['1e3', 'number', '1e3'],
    ['TRUE', 'boolean', 'true'],
    ['null', 'null', 'null'],
    ['0F3A5B1E-0000-7000-8000-00000000ABCD', 'guid', '0f3a5b1e-0000-7000-8000-00000000abcd'],
    ['2026-02-28', 'date', '2026-02-28'],
    ['2026-02-28T10:00Z', 'datetime', '2026-02-28T10:00Z'],
    ['2026-02-28T10:00:00.123456789-05:30', 'datetime', '2026-02-28T10:00:00.123456789-05:30'],
  ])('%s is of type %s and keeps its text', (text, type, kept) => {
    expect(literalsOf(`a eq ${text}`)).toEqual([[type, kept]])
  })

  test('a list is one place of the shape, however long it is', () => {
    const [short, long] = [filter('a in (1,2) and b eq 3'), filter('a in [1, 2, 3,4] and b eq 99')]
    expect(short.literals).toHaveLength(2)
    expect(long.shape).toBe(short.shape)
    expect(filter('a in (1,null)').shape).not.toBe(filter('a in (1,2)').shape)
  })
})

describe('$filter', () => {
  test('operators bind as the standard says', () => {
    expect(printed('a eq 1 or b eq 2 and not c')).toBe('(a eq 1) or ((b eq 2) and (not c))')
    expect(printed('(a eq 1 or b eq 2) and c')).toBe('((a eq 1) or (b eq 2)) and c')
    expect(printed('not contains(a,b) and c')).toBe('(not contains(a,b)) and c')
    expect(printed('a gt 1 eq true')).toBe('(a gt 1) eq true')
  })

  test('operators and functions may be written in any case; names may be called like operators', () => {
    expect(printed("A EQ 1 AND StartsWith(b,'x')")).toBe("(A eq 1) and startswith(b,'x')")
    expect(printed('eq eq 1 and nota ne indeed')).toBe('(eq eq 1) and (nota ne indeed)')
  })

  test.each([
    ['a add 1 mul 2 eq 3', '(a add (1 mul 2)) eq 3'],
    ['-a sub -5 divby b gt 0', '(-(a) sub (-5 divby b)) gt 0'],
    ['case(a gt 0 : 1,true : -b) eq 1', 'case((a gt 0) : 1,true : (-(b))) eq 1'],
    ["items/any(i:i/a eq 'x' and $it/b ne i/b)", "items/any(i:(i/a eq 'x') and ($it/b ne i/b))"],
    [
      'items/any() or items/$count($filter=a eq 1;$search=x) ge 2',
      '(items/any()) or (items/$count($filter=a eq 1;$search="x") ge 2)',
    ],
    ["style has Shop.Pattern'Red,2'", "style has Shop.Pattern'Red,2'"],
    ["cast(a,Edm.String) eq duration'P1DT2H'", "cast(a,Edm.String) eq duration'P1DT2H'"],
    ['a in [b,1 add 2]', 'a in [b,1 add 2]'],
    ['a eq {"x":[1,"y"]}', `a eq {"x":[1,'y']}`],
    ['$root/Rows(1)/a eq 08:30:00', '$root/Rows(1)/a eq 08:30:00'],
  ])('%s', (text, expected) => {
    // A condition that is one word in print needs no parentheses.
    const plain = (text: string | undefined) => text?.replace(/[()]/g, '')
    expect(plain(printed(text))).toBe(plain(expected))
    expect(printed(printed(text) ?? '')).toBe(printed(text))
  })

  test('[x] and (x) are lists, paths have slashes', () => {
    expect(printed('customer/country/name in [ 1 , 2 ]')).toBe('customer/country/name in (1,2)')
  })

  test.each([
    ['a eq', 4, '…'],
    ['a eq 1 b', 7, 'b'],
    ['a eq (1', 7, '…'],
    ["a eq 'x", 5, "'x"],
    ['a eq 12x', 5, '12x'],
    ['a in (1,b)', 8, 'b)'],
    ['a//b eq 1', 2, '/b eq 1'],
    ['name;drop table x', 4, ';drop table x'],
    ['', 0, '…'],
  ])('%s is refused at position %i', (text, position, found) => {
    expect(refusal(() => filter(text))).toEqual({ code: 'query.syntax', target: '$filter', position, found })
  })

  test('limits hold while the text is read', () => {
    const chain = Array.from({ length: 300 }, () => 'a').join(' or ')
    expect(refusal(() => filter(chain))).toMatchObject({ code: 'query.limit', limit: 'nodes', max: 500 })
    expect(refusal(() => filter('('.repeat(60)))).toMatchObject({ limit: 'depth', max: 50 })
    expect(refusal(() => filter('not '.repeat(60)))).toMatchObject({ limit: 'depth' })
    expect(refusal(() => parseQuery(`$filter=a in (${'1,'.repeat(2001)}1)`))).toMatchObject({
      limit: 'inList',
      max: 2000,
    })
    expect(refusal(() => parseQuery('x'.repeat(66_000)))).toMatchObject({ limit: 'queryBytes', max: 65_536 })
    expect(refusal(() => filter('a eq 1e999'))).toMatchObject({ limit: 'numberDigits' })
  })
})

describe('the other options', () => {
  test('$orderby, $select and $expand with options in parentheses', () => {
    const query = parseQuery(`$orderby=a desc, b/c ,d ASC&$select=a,*&$expand=${enc('x($select=a,b;$expand=y),z')}`)
    expect(query.order.map((item) => [printNode(item.of, query.literals), item.descending])).toEqual([
      ['a', true],
      ['b/c', false],
      ['d', false],
    ])
    expect(query.select?.map((name) => name.text)).toEqual(['a', '*'])
    expect(printQuery({ ...query, order: [], select: undefined })).toBe(`$expand=${enc('x($select=a,b;$expand=y),z')}`)
  })

  test('$search knows AND, OR, NOT, parentheses and phrases; words side by side mean AND', () => {
    const search = (text: string) => decodeURIComponent(printQuery(parseQuery(`$search=${enc(text)}`)).slice(8))
    expect(search('a b OR NOT c')).toBe('("a" AND "b") OR NOT "c"')
    expect(search('(a OR b) AND "c d"')).toBe('("a" OR "b") AND "c d"')
    expect(search('"AND" and "OR"')).toBe('"AND" AND "and" AND "OR"')
    expect(search("Daniel's NOTE")).toBe(`"Daniel's" AND "NOTE"`)
  })

  test('$expand takes every option of the standard, $ref and $count', () => {
    const text =
      "x($filter=a eq 'p;q';$orderby=b desc;$top=3;$skip=1;$count=true;$compute=a as c),y/$count($filter=d),z/$ref"
    expect(decodeURIComponent(printQuery(parseQuery(`$expand=${enc(text)}`)))).toBe(
      "$expand=x($filter=a eq 'p;q';$orderby=b desc;$compute=a as c;$top=3;$skip=1;$count=true),y/$count($filter=d),z/$ref",
    )
  })

  test('$apply is a row of steps', () => {
    const { apply } = parseQuery(
      `$apply=${enc('filter(a gt 1)/groupby((b,c/d),aggregate(e with sum as s,$count as n))/topcount(2,s)')}`,
    )
    expect(apply?.map((step) => step.kind)).toEqual(['filter', 'groupby', 'ranked'])
    expect(refusal(() => parseQuery('$apply=aggregate()')).code).toBe('query.syntax')
    expect(refusal(() => parseQuery('$apply=aggregate(a with sum)')).code).toBe('query.syntax')
  })

  test.each([
    '$top=-1',
    '$top=a',
    '$top=1 2',
    '$count=yes',
    '$orderby=',
    '$orderby=a b',
    '$select=a,,b',
    '$expand=a(',
    '$search=',
  ])('%s is refused', (text) => expect(refusal(() => parseQuery(text)).code).toBe('query.syntax'))
})

describe('printing', () => {
  test('a printed tree is read as the same tree', () => {
    fc.assert(
      fc.property(tree, ({ node, literals }) => {
        const text = printNode(node, literals)
        const query = filter(text)
        expect(withoutPlaces(query)).toEqual(withoutPlaces({ filter: node, literals }))
      }),
      { numRuns: 500 },
    )
  })
})

// Trees are drawn as text of a grammar, so that each is one that can be written.
const word = fc.constantFrom('a', 'b_1', 'customer', 'nom', 'ķēde')
const literalText = fc.oneof(
  fc.integer().map(String),
  fc.string({ unit: 'grapheme', maxLength: 6 }).map((text) => `'${text.replaceAll("'", "''")}'`),
  fc.constantFrom('null', 'true', '2026-01-31', '2026-01-31T12:00:00Z', '1.50', '0f3a5b1e-0000-7000-8000-00000000abcd'),
)
const { expression } = fc.letrec<{ expression: string; operand: string }>((tie) => ({
  operand: fc.oneof(
    { maxDepth: 4 },
    word,
    literalText,
    fc.tuple(word, word).map((names) => names.join('/')),
    fc
      .array(literalText, { minLength: 1, maxLength: 3 })
      .chain((list) => word.map((name) => `(${name} in (${list.join(',')}))`)),
    tie('expression').map((inner) => `(${inner})`),
    fc.tuple(word, tie('expression')).map(([name, inner]) => `${name}(${inner})`),
  ),
  expression: fc.oneof(
    { maxDepth: 4 },
    tie('operand'),
    fc
      .tuple(tie('operand'), fc.constantFrom('and', 'or', 'eq', 'ne', 'gt', 'le'), tie('operand'))
      .map((parts) => parts.join(' ')),
    tie('operand').map((inner) => `not (${inner})`),
  ),
}))
const tree = expression
  .filter((text) => !text.includes('\u0000') && text.isWellFormed())
  .map((text) => filter(text))
  .map((query) => ({ node: query.filter as QueryNode, literals: query.literals }))

function withoutPlaces(query: Pick<QueryOptions, 'filter' | 'literals'>): unknown {
  const plain = (key: string, value: unknown) => (key === 'at' ? undefined : value)
  const literals = query.literals.map((entry) => ('text' in entry ? textOf(entry) : entry.map(textOf)))
  return { node: JSON.parse(JSON.stringify(query.filter, plain)), literals }
}

function textOf(literal: Literal): string {
  return `${literal.type} ${literal.text}`
}

describe('Prefer', () => {
  test('names come without odata., in any case; what is malformed is passed over, and the first of a name counts', () => {
    const header =
      'odata.maxpagesize=50, Return=minimal,maxpagesize=7,wait=x,odata.include-annotations="a.*,-b.c",respond-async'
    expect(Object.fromEntries(parsePrefer(header))).toEqual({
      maxpagesize: '50',
      return: 'minimal',
      'include-annotations': 'a.*,-b.c',
      'respond-async': 'true',
    })
  })
})

test('conditions in a path of any shape are read in the time that it takes to read them', () => {
  const parts = (path: string) => parseAddress(path).segments.map(({ text }) => text)
  expect(parts("a/$filter(b/any(c:c/d eq 'x/('))/$count")).toEqual(['a', '$filter', '$count'])
  for (let times = 0; times < 50; times++) {
    expect(() => parseAddress(`a/$filter(${'(/'.repeat(4000)}`)).toThrow('query.')
    expect(() => parseAddress(`a/$filter('${"''/".repeat(2600)}`)).toThrow('query.')
  }
})
