import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { attributeOf } from '#attributes/attribute.ts'
import { entityOf } from '#entities/entity.ts'
import { withAttributes } from '#entities/model.ts'
import { gridColumns } from '#records/web/grid/gridColumns.tsx'

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

afterEach(cleanup)

test('what is typed on in a cell before its editor has come is kept; a text of several lines waits for its editor', () => {
  const texts = withAttributes(entity, [
    attributeOf({ name: 'City', uri: 'city', type: 'text' }, { id: 'c', ...made }),
    attributeOf({ name: 'Notes', uri: 'notes', type: 'textarea' }, { id: 'd', ...made }),
  ])
  const tools = { language: { t: (key: string) => key, number: String } } as never
  const settings = { widths: {}, frozen: [], rowHeight: 34 } as const
  const columns = gridColumns(texts, { columns: ['city', 'notes'], sort: [] }, settings, tools)
  const change = vi.fn<(value: unknown) => void>()
  const row = { id: 'r', version: 1, city: 'Rīg', notes: 'Called.\nTwice.' } as never
  for (const { id, editor: Editor } of columns)
    if (Editor)
      render(
        <Editor {...{ row, change }} label={id} initialText={undefined} commit={change} cancel={() => undefined} />,
      )
  expect(screen.queryByLabelText('notes')).toBeNull()
  const input = screen.getByLabelText('city')
  expect(document.activeElement).toBe(input)
  fireEvent.change(input, { target: { value: 'Rīga' } })
  expect(change.mock.calls).toEqual([[{ value: 'Rīga', isTyped: true }]])
})

test('a column of dates is as wide as the reader’s language writes them', () => {
  const dated = withAttributes(entity, [
    attributeOf({ name: 'Founded', uri: 'founded', type: 'date' }, { id: 'f', ...made }),
  ])
  const widthIn = (written: string) =>
    gridColumns(dated, { columns: ['founded'], sort: [] }, { widths: {}, frozen: [], rowHeight: 34 }, {
      language: { t: (key: string) => key, day: () => written },
    } as never).map(({ width }) => width)
  expect(widthIn('Sep 28, 2028')).toEqual([130])
  expect(widthIn('2028. gada 28. sept.')).toEqual([160])
})
