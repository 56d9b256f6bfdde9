import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ColorField } from '#design/web/fields/ColorField.tsx'
import { LanguageProvider, loadLocale } from '#language/web/language.tsx'

const initial = await loadLocale('en')
const onChange = vi.fn<(value: string) => void>()
const box = () => screen.getByRole<HTMLInputElement>('textbox')
const swatch = () => (box().previousElementSibling as HTMLElement).style.background

afterEach(cleanup)

test('while no colour is chosen, the one that holds is shown', () => {
  show('')
  expect(box().value).toBe('')
  expect(box().placeholder).toBe('#2563eb')
  expect(swatch()).toMatch(/#2563eb|rgb\(37, 99, 235\)/)
  expect(screen.getAllByRole('button').every((each) => each.getAttribute('aria-pressed') === 'false')).toBe(true)
})

test('a chosen colour is shown, and its swatch is pressed', () => {
  show('#15803d')
  expect(swatch()).toMatch(/#15803d|rgb\(21, 128, 61\)/)
  expect(screen.getByRole('button', { name: '#15803d' }).getAttribute('aria-pressed')).toBe('true')
})

test('a text that is no colour yet shows none', () => {
  show('#15')
  expect(swatch()).toBe('transparent')
})

test('a press on a swatch chooses it', () => {
  show('')
  fireEvent.click(screen.getByRole('button', { name: '#15803d' }))
  expect(onChange).toHaveBeenCalledWith('#15803d')
})

function show(value: string) {
  render(
    <LanguageProvider initial={initial}>
      <ColorField label="Colour" swatches={['#2563eb', '#15803d']} fallback="#2563eb" {...{ value, onChange }} />
    </LanguageProvider>,
  )
}
