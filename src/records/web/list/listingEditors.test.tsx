import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { attributeOf } from '#attributes/attribute.ts'
import { entityOf } from '#entities/entity.ts'
import { withAttributes } from '#entities/model.ts'
import { LanguageProvider, loadLocale } from '#language/web/language.tsx'
import { noFilter } from '#views/filter.ts'
import type { SortItem } from '#views/listing.ts'
import { ColumnsEditor } from '#records/web/viewEditor/ColumnsEditor.tsx'
import { FilterEditor } from '#records/web/viewEditor/FilterEditor.tsx'
import { SortEditor } from '#records/web/viewEditor/SortEditor.tsx'

const initial = await loadLocale('en')
const letters = [...'abcdefghijkl']
const entity = withAttributes(
  entityOf({ name: 'Order', collectionname: 'Orders', uri: 'orders' }, { id: 'e', change_id: 'c' }),
  [...letters, 'closed'].map((letter, position) =>
    attributeOf(
      { name: `Field ${letter}`, uri: `field${letter}`, type: 'text', queryable: letter !== 'closed' },
      { id: letter, entity_id: 'e', change_id: 'c', position },
    ),
  ),
)
afterEach(cleanup)

function Sorting({ first }: { first: readonly SortItem[] }) {
  const [sort, onChange] = useState(first)
  return <SortEditor {...{ entity, sort, onChange }} />
}

function Columns({ first }: { first: readonly string[] }) {
  const [columns, onChange] = useState(first)
  return <ColumnsEditor {...{ entity, columns, onChange }} />
}

const show = (editor: React.ReactNode) => render(<LanguageProvider initial={initial}>{editor}</LanguageProvider>)

async function optionsOf(name: RegExp) {
  fireEvent.click(await screen.findByRole('button', { name }))
  return (await screen.findAllByRole('option')).map(({ textContent }) => textContent?.trim())
}

test('[R384] [R525] a list is sorted by up to 3 attributes: no 4th is offered until one of them goes', async () => {
  show(<Sorting first={['fielda', 'fieldb'].map((column) => ({ column, descending: false }))} />)
  await optionsOf(/Add a field to sort by$/)
  fireEvent.click(screen.getByRole('option', { name: 'Field c' }))
  expect(await screen.findByText(/at most 3/i)).toBeDefined()
  expect(screen.queryByRole('button', { name: /Add a field to sort by$/ })).toBe(null)
  fireEvent.click(screen.getAllByRole('button', { name: 'Do not sort by this' })[0] ?? document.body)
  expect(await screen.findByRole('button', { name: /Add a field to sort by$/ })).toBeDefined()
})

test('[R524] up to 10 attributes are shown: an 11th cannot be ticked until one of them goes', async () => {
  show(<Columns first={letters.slice(0, 9).map((letter) => `field${letter}`)} />)
  const others = () => within(screen.getByRole('list', { name: 'Not shown' }))
  fireEvent.click(others().getByRole('checkbox', { name: 'Field j' }))
  expect(await screen.findByText(/10 of at most 10/)).toBeDefined()
  const eleventh = () => others().getByRole<HTMLInputElement>('checkbox', { name: 'Field k' })
  expect(eleventh().disabled).toBe(true)
  fireEvent.click(screen.getByRole('checkbox', { name: 'Field a' }))
  expect(eleventh().disabled).toBe(false)
})

test('[R171] an attribute that is not queryable is offered neither to filter nor to sort by', async () => {
  const onChange = vi.fn()
  show(<Sorting first={[]} />)
  expect(await optionsOf(/sort by$/)).toContain('Field l')
  expect(screen.queryByRole('option', { name: 'Field closed' })).toBe(null)
  cleanup()
  const condition = { kind: 'condition', column: 'fielda', operator: 'eq', values: [] } as const
  const filter = { ...noFilter, of: [condition] }
  show(<FilterEditor {...{ entity, filter, onChange }} findLinked={() => Promise.resolve([])} />)
  expect(await optionsOf(/Field$/)).toContain('Field l')
  expect(screen.queryByRole('option', { name: 'Field closed' })).toBe(null)
})
