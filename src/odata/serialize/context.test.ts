import { expect, test } from 'vitest'
import { appliedProjectionOf, projectionOf } from '#odata/serialize/context.ts'
import { parseQuery } from '#odata/syntax/query.ts'

test.each([
  ['', '', ''],
  ['$select=name', '(name)', '(name)'],
  ['$expand=customer', '(customer())', ''],
  ['$select=name&$expand=customer', '(name,customer())', '(name)'],
  ['$select=name,customer&$expand=customer', '(name,customer())', '(name,customer)'],
  ['$expand=customer($select=city;$expand=country)', '(customer(city,country()))', '(customer(city))'],
  ['$expand=customer($expand=country($select=name))', '(customer(country(name)))', '(customer(country(name)))'],
  ['$expand=customer/$ref,*', '', ''],
  [
    '$expand=lines($apply=filter(total gt 1)/groupby((product/name,state),aggregate(total with sum as sum))/compute(sum mul 2 as twice))',
    '(lines(product(name),state,sum,twice))',
    '(lines(product(name),state,sum,twice))',
  ],
  [
    '$expand=lines($apply=concat(groupby((state)),aggregate($count as n));$compute=n add 1 as m;$select=state,m)',
    '(lines(state,m))',
    '(lines(state,m))',
  ],
  ['$expand=lines($apply=filter(total gt 1);$select=total)', '(lines(total))', '(lines(total))'],
])('the context of %s is %j in 4.01 and %j in 4.0', (text, newer, older) => {
  const query = parseQuery(text)
  expect([projectionOf(query, '4.01'), projectionOf(query, '4.0')]).toEqual([newer, older])
})

test('the context of groups tells the paths of their values, and nothing where rows keep their form', () => {
  const properties = new Map([
    ['state', { type: 'Edm.String' }],
    ['photo', { type: 'Edm.Stream' }],
    ['total', { type: 'Edm.Decimal' }],
  ] as const)
  expect(appliedProjectionOf(['state', 'customer/city', 'customer/country/name', 'sum'], properties)).toBe(
    '(state,customer(city,country(name)),sum)',
  )
  expect(appliedProjectionOf(['state', 'total'], properties)).toBe('')
})
