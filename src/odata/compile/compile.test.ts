import { describe, expect, test } from 'vitest'
import { createCache } from '#odata/compile/cache.ts'
import { statementName } from '#odata/compile/hash.ts'
import { rangesAfter, type Key } from '#odata/compile/keyset.ts'
import { createEngine, type EngineRequest } from '#odata/engine.ts'
import { sql } from '#odata/sql.ts'
import { model, tables } from '../../../test/support/odataModel.ts'

const engine = createEngine({ model, tables, sign: (text) => `s${text.length}` })
const open: EngineRequest = { guards: () => null, wire: { numbersAsText: true } }
const owned = (owner: string): EngineRequest => ({ ...open, guards: (_, alias) => sqlFor(alias, owner) })
const sqlFor = (alias: string, owner: string) => ({ parts: [`${alias}.owner_id = `, ''], values: [owner] })
const id = '00000000-0000-7000-8300-000000000001'
const where = (filter: string) => {
  const { text, values } = engine.list('invoices', `$select=id&$filter=${filter}`, open).statement
  return [/ where (.*?) order by /.exec(text)?.[1], ...values]
}

describe('conditions', () => {
  test.each([
    ["name eq 'x'", ['t."name" = $1::text', 'x']],
    ["name ne 'x'", ['(t."name" <> $1::text or t."name" is null)', 'x']],
    ['version ne 5', ['t."version" <> $1::bigint', '5']],
    ['name eq null', ['t."name" is null']],
    ['version eq null', ['false']],
    ['total gt null', ['false']],
    ["name gt 'x'", ['t."name" collate "C" > $1::text collate "C"', 'x']],
    ['not (rank gt 5)', ['(t."rank" > $1::bigint) is not true', '5']],
    ['units eq rank', ['t."units" is not distinct from t."rank"']],
    // The small letters stand beside what is asked for because the index holds them.
    [
      "contains(name,'50%25_\\')",
      [
        '(lower(t."name" collate "und-x-icu") like lower($2::text collate "und-x-icu") and t."name" like $1::text)',
        '%50\\%\\_\\\\%',
        '%50\\%\\_\\\\%',
      ],
    ],
    ["startswith(tolower(name),'a')", ['lower(t."name" collate "und-x-icu") like $1::text', 'a%']],
    ['units in (1,2,null)', ['(t."units" = any($1::bigint[]) or t."units" is null)', ['1', '2']]],
    ['total gt 12345678901234567890.5', ['t."total" > $1::numeric', '12345678901234567890.5']],
  ])('%s', (filter, expected) => expect(where(filter)).toEqual(expected))

  test('no text of a query ever stands in SQL', () => {
    const attack = `x'; drop table "a"; --`
    const { text, values } = engine.list(
      'invoices',
      `$filter=name eq '${encodeURIComponent(attack.replace("'", "''"))}' or 1 eq 1`,
      open,
    ).statement
    expect(text).not.toContain('drop')
    expect(values).toEqual([attack, '1', '1'])
  })
})

describe('counts', () => {
  const counted = (raw: string, maxCount?: number) => engine.list('invoices', raw, { ...open, maxCount }).statement.text

  test('$count is exact unless the asker names where it may end; then no further row is read', () => {
    expect(counted('$top=0&$count=true')).toContain('(select count(*) from "shop"."invoices" t)::text as count')
    expect(counted('$top=0&$count=true', 10_001)).toContain(
      '(select count(*) from (select from "shop"."invoices" t limit 10001) c)::text as count',
    )
    expect(counted('$top=1', 10_001)).toBe(counted('$top=1'))
  })
})

describe('guards', () => {
  test('every table reference carries its guard: root, count, join and expand', () => {
    const raw = "$filter=customer/name eq 'a'&$count=true&$expand=customer($expand=country)"
    const { text } = engine.list('invoices', raw, owned('me')).statement
    const references = text.match(/"shop"\."\w+" (\w+)/g) ?? []
    for (const reference of new Set(references)) {
      const alias = reference.split(' ').at(-1)
      const uses = references.filter((each) => each === reference).length
      expect(text.match(new RegExp(`\\(${alias}\\.owner_id = \\$\\d+\\)`, 'g')), alias).toHaveLength(uses)
    }
    expect(new Set(references).size).toBe(4)
  })

  test('statements of one shape share their text, not the values of their guards', () => {
    const mine = engine.list('invoices', '$filter=rank gt 1', owned('me')).statement
    const yours = engine.list('invoices', '$filter=rank gt 2', owned('you')).statement
    expect(yours.text).toBe(mine.text)
    expect([mine.values, yours.values]).toEqual([
      ['me', '1'],
      ['you', '2'],
    ])
    expect(engine.list('invoices', '$filter=rank gt 1', open).statement.text).not.toContain('owner_id')
  })

  test('a list in order is read branch by branch; counting, a row and the rows of a path ask the whole guard', () => {
    const branches = ["owner = 'me'", 'shared'].map((text) => ({ parts: [text, ''], values: [text] }))
    const asked: EngineRequest = {
      ...open,
      guards: (set, _, form) =>
        set === 'invoices' && form === 'set' ? { parts: ['mine or shared'], values: [], branches } : null,
    }
    const { text, values } = engine.list('invoices', '$orderby=name desc&$top=5&$skip=2&$count=true', asked).statement
    expect(text.match(/b\d as materialized \(select .*? limit 40 \+ \$\d::bigint\)/g)).toHaveLength(2)
    expect(text).toMatch(
      /from \(select \* from b0 union all select \* from b1\) p order by .* limit 5 offset \$\d::bigint/,
    )
    expect(text).toContain('(select count(*) from "shop"."invoices" t where (mine or shared))::text as count')
    expect(values.filter((each) => typeof each === 'string' && !/^\d*$/.test(each))).toEqual(["owner = 'me'", 'shared'])
    expect(engine.one('invoices', id, '', asked).text).not.toContain('materialized')
    expect(engine.list('customers', '$orderby=name', asked).statement.text).not.toContain('materialized')
  })

  test('only what needs no plan of its own has a name', () => {
    expect(engine.list('invoices', '$filter=rank gt 1', open).statement.name).toBeTypeOf('string')
    expect(engine.list('invoices', '$filter=rank gt 1', owned('me')).statement.name).toBe(undefined)
    expect(engine.list('invoices', "$filter=contains(name,'a')", open).statement.name).toBe(undefined)
    expect(engine.one('invoices', id, '', owned('me')).name).toBeTypeOf('string')
  })
})

describe('a statement', () => {
  test('reads only the selected columns', () => {
    const { text } = engine.list('invoices', '$select=name', open).statement
    expect(text).not.toContain('"total"')
    expect(text).toContain(
      't."id" as c0, t."version" as c1, t."name" as c2 from "shop"."invoices" t order by t."id" asc limit 101',
    )
  })

  test('passes by what it skips in an index, and reads only the rows of the page by their keys', () => {
    const { text } = engine.list('invoices', '$select=name&$orderby=name&$skip=500000', open).statement
    expect(text).toContain(
      'from "shop"."invoices" t where t."id" in (select p.c0 from (select t."id" as c0, t."name" as c1 from "shop"."invoices" t order by',
    )
    expect(text).toMatch(/ limit 101 offset \$1::bigint\) p\) order by t\."name"/)
    const mine = engine.list('invoices', '$select=name&$orderby=name&$skip=500000', owned('me')).statement.text
    expect(mine).toMatch(
      /^with b0 as materialized \(select t\."id" as c0, t\."name" as c1 from .* t where \(t\.owner_id = /,
    )
    expect(mine).toContain('where t."id" in (select p.c0 from (select * from b0 limit 101 offset')
    const last = engine.list('invoices', '$select=name&$orderby=name&$skip=5&$top=5', open).statement.text
    expect(last).toContain('(select t."id" as c0 from "shop"."invoices" t order by')
  })

  test('reads no further row and no sort keys where $top ends the list', () => {
    const last = engine.list('invoices', '$select=name&$top=5', open).statement.text
    expect(last).toMatch(/limit 5$/)
    for (const more of ['with p', 'as far', 'as near']) expect(last).not.toContain(more)
    const first = engine.list('invoices', '$select=name&$top=5', { ...open, maxPageSize: 3 }).statement.text
    expect(first).toMatch(/limit 4$/)
    const nested = engine.list('invoices', '$select=name&$top=5&$expand=customer', { ...open, maxPageSize: 3 })
    expect(nested.statement.text).toContain('limit 4)')
    expect(nested.statement.text).toContain('as far')
  })

  test('for one row takes only a guid', () => {
    expect(() => engine.one('invoices', 'x', '', open)).toThrow('request.idInvalid')
  })

  test('brings the versions that the caller checks', () => {
    const versions = { from: sql`"shop"."_version" v`, columns: sql`v.model_version`, width: 1 }
    const own = createEngine({ model, tables, versions, sign: String })
    const plain = 'select v.model_version, null, null, null from "shop"."_version" v union all (select null, t."id"'
    expect(own.list('invoices', '$select=name', open).statement.text).toContain(plain)
    expect(own.one('invoices', id, '$select=name', open).text).toContain(plain)
    const nested = '$expand=customer'
    expect(own.list('invoices', nested, open).statement.text).toMatch(
      /select v\.model_version, .* from "shop"\."_version" v$/,
    )
    expect(own.one('invoices', id, nested, open).text).toContain('from "shop"."_version" v left join (')
  })
})

describe('keyset', () => {
  const key = (text: string, more: Partial<Key> = {}): Key => {
    return { text, value: `$${text}`, valueIsNull: false, descending: false, nullable: false, ...more }
  }

  test('one direction without nulls is a row comparison', () => {
    expect(rangesAfter([key('a'), key('id')])).toEqual(['(a, id) > ($a, $id)'])
    expect(rangesAfter([key('id', { descending: true })])).toEqual(['id < $id'])
  })

  test('nulls behind the values are a range of their own', () => {
    const down = { descending: true }
    expect(rangesAfter([key('a', { ...down, nullable: true }), key('id', down)])).toEqual([
      '(a, id) < ($a, $id)',
      'a is null',
    ])
    expect(rangesAfter([key('a', { nullable: true, valueIsNull: true }), key('id')])).toEqual([
      'a is null and (id) > ($id)',
      'a is not null',
    ])
  })

  test('mixed directions begin with the range of the first', () => {
    expect(rangesAfter([key('a'), key('b', { descending: true }), key('id')])).toEqual([
      'a >= $a and (a > $a or (b < $b or (b = $b and (id) > ($id))))',
    ])
  })
})

describe('what is kept', () => {
  test('the cache forgets what is not asked for, and keeps no failure', () => {
    const cache = createCache<number>(10)
    for (let index = 0; index < 100; index += 1) {
      cache.get('always', () => 1)
      cache.get(`key ${index}`, () => index)
    }
    expect(cache.size()).toBeLessThanOrEqual(10)
    expect(cache.get('always', () => 2)).toBe(1)
    expect(() =>
      cache.get('bad', () => {
        throw new Error('no')
      }),
    ).toThrow('no')
    expect(cache.get('bad', () => 3)).toBe(3)
  })

  test('names of statements tell texts apart', () => {
    const names = new Set(Array.from({ length: 5000 }, (_, index) => statementName(`select ${index}`)))
    expect(names.size).toBe(5000)
    expect([...names][0]).toHaveLength(23)
  })
})
