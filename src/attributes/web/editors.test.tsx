import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { attributeOf } from '#attributes/attribute.ts'
import { InlineEditor, type CellEditorProps } from '#attributes/web/editors.tsx'
import { LanguageProvider, loadLocale } from '#language/web/language.tsx'

const field = attributeOf(
  {
    name: 'State',
    uri: 'state',
    type: 'select',
    options: [
      { value: 'new', label: 'New', color: null, active: true },
      { value: 'sent', label: 'Sent', color: null, active: true },
    ],
  },
  { id: 'a', entity_id: 'e', change_id: 'c', position: 0 },
)

afterEach(cleanup)

async function choose(act: () => void) {
  const commit = vi.fn<CellEditorProps['commit']>()
  const cancel = vi.fn<() => void>()
  render(
    <LanguageProvider initial={await loadLocale('en')}>
      <InlineEditor
        {...{ field, commit, cancel }}
        label="State"
        value="new"
        linked={undefined}
        initialText={undefined}
        findLinked={async () => []}
        change={() => undefined}
      />
    </LanguageProvider>,
  )
  await screen.findByRole('option', { name: 'Sent' })
  act()
  return { commit, cancel }
}

test('a choice in a cell: Esc leaves the cell as it was, and ends the edit', async () => {
  const { commit, cancel } = await choose(() => fireEvent.keyDown(screen.getByRole('listbox'), { key: 'Escape' }))
  expect(commit).not.toHaveBeenCalled()
  expect(cancel).toHaveBeenCalledOnce()
})

test('a choice in a cell: an option is taken before the list closes', async () => {
  const { commit, cancel } = await choose(() => fireEvent.click(screen.getByRole('option', { name: 'Sent' })))
  expect(commit.mock.calls[0]?.[0]).toBe('sent')
  expect(commit.mock.invocationCallOrder[0]).toBeLessThan(cancel.mock.invocationCallOrder[0] ?? Infinity)
})
