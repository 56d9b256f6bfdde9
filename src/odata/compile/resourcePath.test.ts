import { describe, expect, test } from 'vitest'
import { createEngine, type EngineRequest } from '#odata/engine.ts'
import { resourceAt } from '#odata/protocol/resource.ts'
import type { ResourcePath } from '#odata/resourcePath.ts'
import { model, tables } from '../../../test/support/odataModel.ts'

const engine = createEngine({ model, tables, sign: (text) => `s${text.length}` })
const open: EngineRequest = { guards: () => null, wire: { numbersAsText: true } }
const owned: EngineRequest = {
  ...open,
  guards: (_, alias) => ({ parts: [`${alias}.owner_id = `, ''], values: ['me'] }),
}
const [one, two] = ['00000000-0000-7000-8200-000000000001', '00000000-0000-7000-8300-000000000002']

function trailOf(path: string): ResourcePath {
  const found = resourceAt(path, '', model)
  if (!('resourcePath' in found) || !found.resourcePath) throw new Error(path)
  return found.resourcePath
}
const list = (path: string, query = '$select=id', asked = open) => engine.list(trailOf(path), query, asked).statement

describe('the rows that a path leads to', () => {
  test('are found by the row before them, which is read once and tells whether it is there', () => {
    const { text, values } = list(`customers(${one})/invoices`)
    expect(text).toContain(
      'with origin as materialized (select o1."id" as k from "shop"."customers" o1 where o1."id" = $1::uuid)',
    )
    expect(text).toContain(`(select '1' from origin) as origin`)
    expect(text).toContain('from "shop"."invoices" t where t."customer_id" = (select k from origin) order by t."id"')
    expect(values).toEqual([one])
  })

  test('take their keys and literals as parameters, in one text for each shape', () => {
    const path = (key: string, name: string) => `customers(${key})/invoices/$filter(name eq '${name}')`
    const [first, second] = [list(path(one, 'a'), '$filter=rank gt 1'), list(path(two, "b''"), '$filter=rank gt 2')]
    expect(second.text).toBe(first.text)
    expect([first.values, second.values]).toEqual([
      expect.arrayContaining([one, 'a', '1']),
      expect.arrayContaining([two, "b'", '2']),
    ])
  })

  test('carry the guard of every row on the way, each within its own part', () => {
    const { text } = list(
      `invoices(${two})/customer/country/customers(${one})/invoices`,
      '$filter=customer/name ne null',
      owned,
    )
    const read = [...text.matchAll(/"shop"\."\w+" (\w+)/g)].map((found) => found[1])
    const guarded = [...text.matchAll(/\((\w+)\.owner_id = \$\d+\)/g)].map((found) => found[1])
    expect(guarded.toSorted()).toEqual(read.toSorted())
    expect(new Set(read).size).toBe(6)
  })

  test('without a path through another row are read as before', () => {
    expect(list('invoices').text).not.toContain('origin')
    expect(list('invoices').text).toBe(engine.list('invoices', '$select=id', open).statement.text)
    expect(engine.row(trailOf(`invoices(${two})`), '', open)).toEqual(engine.one('invoices', two, '', open))
  })
})

describe('expanded collections', () => {
  const expanded = (query: string, maxPageSize?: number) => {
    return engine.list('customers', query, { ...open, maxPageSize }).statement.text
  }

  test('look for a next page only where theirs is full, and not at all where $top ends them', () => {
    expect(expanded('$expand=invoices')).toMatch(
      /case when count\(\*\) < 1000 then coalesce\(json_agg\("@r"\), '\[\]'\) else/,
    )
    expect(expanded('$expand=invoices($top=9)', 5)).toContain('count(*) < 5')
    expect(expanded('$expand=invoices($top=5)', 5)).not.toContain('@next')
    expect(expanded('$expand=invoices($top=5001)')).toContain('count(*) < 5000')
    expect(expanded('$expand=country')).not.toContain('@next')
  })
})
