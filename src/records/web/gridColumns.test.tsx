import { expect, test } from 'vitest'
import { attributeOf } from '#attributes/attribute.ts'
import { entityOf } from '#entities/entity.ts'
import { withAttributes } from '#entities/model.ts'
import { gridColumns } from '#records/web/gridColumns.tsx'

const made = { entity_id: 'e', change_id: 'c', position: 0 }
const entity = withAttributes(
  entityOf({ name: 'Order', collectionname: 'Orders', uri: 'orders' }, { id: 'e', change_id: 'c' }),
  [
    attributeOf({ name: 'Total', uri: 'total', type: 'decimal' }, { id: 'a', ...made }),
    attributeOf({ name: 'Paid', uri: 'paid', type: 'decimal', pretext: 'EUR' }, { id: 'b', ...made }),
  ],
)

test('a number with something before it has a wider column, so that no digit is cut off; a pulled width stays', () => {
  const listing = { columns: ['total', 'paid'], sort: [] }
  const tools = { language: { t: (key: string) => key } } as never
  const widthsWith = (widths: Record<string, number>) =>
    gridColumns(entity, listing, { widths, frozen: [], rowHeight: 34 }, tools).map(({ width }) => width)
  expect(widthsWith({})).toEqual([130, 165])
  expect(widthsWith({ paid: 90 })).toEqual([130, 90])
})
