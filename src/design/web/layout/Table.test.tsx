import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Table } from '#design/web/layout/Table.tsx'

afterEach(cleanup)

test('a table says what it lists and names each of its columns, shown or not', () => {
  const columns = [
    { id: 'name', title: 'Name' },
    { id: 'count', title: 'Records', align: 'end', className: 'max-sm:hidden' },
    { id: 'actions', title: 'Actions', titleHidden: true },
  ] as const
  render(
    <Table caption="Tables" columns={columns}>
      <tr>
        <td>Companies</td>
        <td>12</td>
        <td>Open</td>
      </tr>
    </Table>,
  )
  expect(screen.getByRole('table', { name: 'Tables' })).toBeDefined()
  const heads = screen.getAllByRole('columnheader')
  expect(heads.map(({ textContent }) => textContent)).toEqual(['Name', 'Records', 'Actions'])
  expect(heads[1]?.className).toMatch(/text-right.*max-sm:hidden/)
  expect(screen.getByText('Actions').className).toBe('sr-only')
})
