import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { ResizablePanel } from '#design/web/layout/ResizablePanel.tsx'
import { LanguageProvider, loadStart } from '#language/web/language.tsx'

function Page() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && (
        <ResizablePanel label="Panel" name="test" onClose={() => setOpen(false)}>
          <input aria-label="Name" autoFocus />
        </ResizablePanel>
      )}
    </>
  )
}

test('Esc closes a panel, and the focus comes back to what opened it, though a field in it took it at once', async () => {
  render(
    <LanguageProvider initial={await loadStart()}>
      <Page />
    </LanguageProvider>,
  )
  const opener = screen.getByRole('button', { name: 'Open' })
  opener.focus()
  fireEvent.click(opener)
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' }))
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Name' }), { key: 'Escape' })
  expect(screen.queryByRole('complementary')).toBeNull()
  expect(document.activeElement).toBe(opener)
})
