import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CommandPalette, type Command } from '#design/web/navigation/CommandPalette.tsx'
import { TypingAhead } from '#design/web/navigation/commandKey.ts'
import { LanguageProvider, loadLocale } from '#language/web/language.tsx'

const initial = await loadLocale('en')
const run = vi.fn<(label: string) => void>()
const onClose = vi.fn<() => void>()

beforeEach(() => {
  run.mockReset()
  onClose.mockReset()
})
afterEach(cleanup)

describe('what is typed while the palette loads', () => {
  test('stands in its field, as the keys left it', async () => {
    openAfter('h', 'o', 'x', 'Backspace', 'm')
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('hom'))
    await screen.findByRole('option', { name: 'Home' })
    expect(run).not.toHaveBeenCalled()
  })

  test('is run by an Enter as soon as it is found; keys after that are for nobody', async () => {
    openAfter('h', 'i', 'Enter', 'x')
    await waitFor(() => expect(run).toHaveBeenCalledWith('History'))
    expect(run).toHaveBeenCalledTimes(1)
    expect(onClose).toHaveBeenCalled()
  })

  test('runs the line that the arrows went to', async () => {
    openAfter('h', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Enter')
    await waitFor(() => expect(run).toHaveBeenCalledWith('Home'))
  })

  test('runs nothing while nothing is found, and nothing else once something other is typed', async () => {
    openAfter('q', 'Enter')
    await screen.findByText('Nothing found')
    fireEvent.change(screen.getByRole('combobox'), { target: { value: 'h' } })
    await screen.findByRole('option', { name: 'Home' })
    expect(run).not.toHaveBeenCalled()
  })

  test('is given up by Escape', () => {
    render(<TypingAhead onClose={onClose} />)
    fireEvent.keyDown(document.body, { key: 'Escape' })
    expect(onClose).toHaveBeenCalled()
  })
})

function openAfter(...keys: string[]) {
  const { unmount } = render(<TypingAhead onClose={onClose} />)
  for (const key of keys) fireEvent.keyDown(document.body, { key })
  unmount()
  render(
    <LanguageProvider initial={initial}>
      <CommandPalette isOpen onClose={onClose} search={search} />
    </LanguageProvider>,
  )
}

async function search(text: string) {
  const commands = ['History', 'Home', 'Manage'].map((label): Command => ({
    id: label,
    label,
    onRun: () => run(label),
  }))
  const found = commands.filter(({ label }) => label.toLowerCase().startsWith(text))
  return [{ id: 'commands', title: 'Commands', commands: found }]
}
