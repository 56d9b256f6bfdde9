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

function show(draft: AttributeDraft) {
  const attribute = attributeOf(draft, { id: 'a', entity_id: 'e', change_id: 'c', position: 0 })
  render(
    <LanguageProvider initial={initial}>
      <table>
        <tbody>
          <AttributeLine
            {...{ attribute, at: 0, count: 1, isChosen: false, isDragged: false, isLocked: false, handle: {} }}
            {...{
              environmentId: 'v',
              uses: undefined,
              filled: undefined,
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
