import type { ComponentProps } from 'react'
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { attributeOf, type AttributeDraft } from '#attributes/attribute.ts'
import { AttributeLine } from '#entities/web/AttributeLine.tsx'
import { LanguageProvider, loadLocale } from '#language/web/language.tsx'

const initial = await loadLocale('en')
const idle = () => undefined

afterEach(cleanup)

test('below its name an attribute says its type and what it demands, for screens without room for columns', () => {
  show({ name: 'City', uri: 'city', type: 'text', required: true, searchable: true })
  const head = within(screen.getByRole('rowheader'))
  expect(head.getByText('Text')).toBeDefined()
  expect(head.getByText('Required')).toBeDefined()
  expect(head.queryByText('Searchable')).toBeNull()
})

test('what stands in a column of its own is not said twice on wide screens', () => {
  show({ name: 'City', uri: 'city', type: 'text', required: true })
  expect(within(screen.getByRole('rowheader')).getByText('Text').className).toContain('sm:hidden')
  expect(screen.getAllByText('Text')[1]?.className).toContain('max-sm:hidden')
})

test('below its name an attribute says what uses it and how much is filled, where there is no room for columns', () => {
  show(
    { name: 'City', uri: 'city', type: 'text' },
    {
      uses: [{ kind: 'view', id: 'u', name: 'By city', table: null, path: '/entity/e?view=u' }],
      filled: 0.42,
    },
  )
  const head = within(screen.getByRole('rowheader'))
  expect(head.getByRole('button', { name: '“City” is used in 1 place: show' })).toBeDefined()
  expect(head.getByText('Filled: about 42%')).toBeDefined()
})

test('what nobody knows yet is not said below the name', () => {
  show({ name: 'City', uri: 'city', type: 'text' })
  const head = within(screen.getByRole('rowheader'))
  expect(head.queryByText(/Used in/)).toBeNull()
  expect(head.queryByText(/Filled/)).toBeNull()
})

type Known = Pick<ComponentProps<typeof AttributeLine>, 'uses' | 'filled'>

function show(draft: AttributeDraft, { uses, filled }: Known = { uses: undefined, filled: undefined }) {
  const attribute = attributeOf(draft, { id: 'a', entity_id: 'e', change_id: 'c', position: 0 })
  render(
    <LanguageProvider initial={initial}>
      <table>
        <tbody>
          <AttributeLine
            {...{ attribute, at: 0, count: 1, isChosen: false, isDragged: false, isLocked: false, handle: {} }}
            {...{
              environmentId: 'v',
              uses,
              filled,
              isTicked: false,
              isFixed: false,
              onTick: idle,
            }}
            {...{ onOpen: idle, onMove: idle, onDelete: idle }}
          />
        </tbody>
      </table>
    </LanguageProvider>,
  )
}
