import { expect, test } from 'vitest'
import { systemAttributes } from '#entities/system.ts'
import { linkFilter, linkPlace } from '#records/search/linkSearch.ts'

const [name] = systemAttributes.filter(({ uri }) => uri === 'name')
const phone = { ...name, uri: 'phone', name: 'Phone', type: 'tel' } as never
const fields = [name as never, phone]
const row = { name: 'Olga', phone: '+371 29 123 456' }

test('a lookup finds telephone numbers by their digits, and says by which one', () => {
  const byText = (text: string) => `contains(tolower(name),'${text}') or contains(tolower(phone),'${text}')`
  expect(linkFilter(fields, '29 12')).toBe(`(${byText('29 12')} or matchespattern(phone,'2[^0-9]*9[^0-9]*1[^0-9]*2'))`)
  expect(linkFilter(fields, 'Olga 29')).toBe(`(${byText('olga 29')})`)
  expect(linkFilter(fields, '1'.repeat(40))).not.toContain('matchespattern')
  expect([linkPlace(fields, row, '2912'), linkPlace(fields, row, '2913'), linkPlace(fields, row, 'olg')]).toEqual([
    'Phone: +371 29 123 456',
    undefined,
    undefined,
  ])
})
