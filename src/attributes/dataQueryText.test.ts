import { expect, test } from 'vitest'
import { filledQuery, readDataQuery } from '#attributes/dataQueryText.ts'

test('a data query names a set, its options and the columns of the record', () => {
  const query = readDataQuery("invoices?$filter=customer_id eq {id} and name ne 'A & B'&$orderby=due desc&$top=5")
  expect(query).toMatchObject({ set: 'invoices', isCount: false, placeholders: ['id'] })
  expect(query && decodeURIComponent(filledQuery(query, (column) => `<${column}>`))).toBe(
    "$filter=customer_id eq <id> and name ne 'A & B'&$orderby=due desc&$top=5",
  )
  expect(readDataQuery('invoices/$count')).toMatchObject({ isCount: true, options: [] })
})

test('what leads elsewhere than to the rows of a set is none', () => {
  for (const text of [
    '',
    '$batch',
    '../invoices',
    'invoices(1)',
    'invoices/$value',
    'invoices?top=5',
    'invoices?$top=',
  ])
    expect(readDataQuery(text), text).toBeNull()
})
