import { expect, test } from 'vitest'
import { createEngine, type EngineRequest } from '#odata/engine.ts'
import { model, tables } from '../../../test/support/odataModel.ts'

const engine = createEngine({ model, tables, sign: (text) => text })
const asked: EngineRequest = { guards: () => null, wire: { numbersAsText: true } }
const product = (factors: number) => Array.from({ length: factors }, () => 'total').join(' mul ')
const isHeavy = (query: string) => engine.list('invoices', query, asked).statement.isHeavy === true

test('numbers of very many digits and many patterns make a query heavy before it is run', () => {
  expect(isHeavy(`$filter=${product(100)} gt 5`)).toBe(true)
  expect(isHeavy(`$compute=${product(60)} as p&$select=p`)).toBe(true)
  expect(isHeavy(`$apply=filter(${product(100)} gt 5)/aggregate($count as n)`)).toBe(true)
  expect(isHeavy(`$compute=${product(20)} as p&$filter=p gt 1 and p lt 9 and p ne 3`)).toBe(true)
  const patterns = Array.from({ length: 6 }, (_, at) => `matchespattern(name,'${at}+x')`).join(' or ')
  expect(isHeavy(`$filter=${patterns}`)).toBe(true)
})

test('usual arithmetic, groupings and searches are not heavy', () => {
  expect(isHeavy('$filter=total mul 1.21 sub 5 gt total div 3 and units mul total gt 100')).toBe(false)
  expect(isHeavy('$apply=groupby((name),aggregate(total with sum as s,$count as n))&$orderby=s desc')).toBe(false)
  expect(isHeavy("$filter=contains(name,'x') or matchespattern(name,'^a.*b$')&$count=true&$top=5000")).toBe(false)
})
