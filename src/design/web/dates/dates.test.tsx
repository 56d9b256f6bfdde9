import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { DatePickerControl } from '#design/web/dates/DatePickerControl.tsx'
import { DateTimePickerControl } from '#design/web/dates/DateTimePickerControl.tsx'
import { NumberField } from '#design/web/fields/NumberField.tsx'
import { TimeFieldControl } from '#design/web/dates/TimeFieldControl.tsx'
import { autoFormats, type Formats } from '#language/formats.ts'
import { localeCodes, type Locale } from '#language/locale.ts'
import { LanguageProvider, loadLocale, type LoadedLocale } from '#language/web/language.tsx'
import { applyFormats } from '#language/web/formatPreferences.ts'

const texts = new Map<Locale, LoadedLocale>()
beforeAll(async () => {
  for (const locale of localeCodes) texts.set(locale, await loadLocale(locale))
})
afterEach(async () => {
  cleanup()
  await act(() => applyFormats(autoFormats))
})

const wear = (formats: Partial<Formats>) => act(() => applyFormats({ ...autoFormats, ...formats }))
const parts = () => screen.getAllByRole('spinbutton').map((part) => part.textContent)
const words = () => screen.getAllByRole('group')[0]?.textContent?.replaceAll(/[\u2066\u2069]/g, '')
const zones = ['Pacific/Honolulu', 'UTC', 'Pacific/Kiritimati'] as const

function show(control: Parameters<typeof render>[0], locale: Locale = 'en') {
  const initial = texts.get(locale)
  return render(initial ? <LanguageProvider initial={initial}>{control}</LanguageProvider> : control)
}

describe('a person whose zone is another than that of the browser', () => {
  test.each([
    ['Pacific/Honolulu', ['14', '03', '2026', '00', '30'], '2026-03-14T11:30:00.000Z'],
    ['UTC', ['14', '03', '2026', '10', '30'], '2026-03-14T11:30:00.000Z'],
    ['Pacific/Kiritimati', ['15', '03', '2026', '00', '30'], '2026-03-14T11:30:00.000Z'],
    // In the night that follows, at 03:00, clocks there are put forward to 04:00.
    ['Europe/Riga', ['14', '03', '2026', '12', '30'], '2026-03-14T11:30:00.000Z'],
  ] as const)('types a moment on the clocks of %s', async (timezone, shown, later) => {
    await wear({ timezone, dateformat: 'DD.MM.YYYY', timeformat: '24' })
    const seen = vi.fn<(value: string) => void>()
    show(<DateTimePickerControl label="Moment" value="2026-03-14T10:30:00Z" onChange={seen} />)
    expect(parts()).toEqual(shown)
    const hour = screen.getAllByRole('spinbutton')[3]
    if (hour) fireEvent.keyDown(hour, { key: 'ArrowUp' })
    expect(seen).toHaveBeenLastCalledWith(later)
  })

  test.each(zones)('types a day that stays that day in %s, also when clocks are changed', async (timezone) => {
    await wear({ timezone, dateformat: 'YYYY-MM-DD' })
    for (const [day, next] of [
      ['2026-03-29', '2026-03-30'],
      ['2026-10-25', '2026-10-26'],
      ['0001-01-01', '0001-01-02'],
    ] as const) {
      const seen = vi.fn<(value: string) => void>()
      const { unmount } = show(<DatePickerControl label="Day" value={day} onChange={seen} />)
      expect(parts().map(Number)).toEqual(day.split('-').map(Number))
      const last = screen.getAllByRole('spinbutton')[2]
      if (last) fireEvent.keyDown(last, { key: 'ArrowUp' })
      expect(seen).toHaveBeenLastCalledWith(next)
      unmount()
    }
  })
})

describe('the parts of a date', () => {
  test.each([
    ['YYYY-MM-DD', '2026-03-14 09:05'],
    ['DD.MM.YYYY', '14.03.2026 09:05'],
    ['DD/MM/YYYY', '14/03/2026 09:05'],
    ['MM/DD/YYYY', '03/14/2026 09:05'],
  ] as const)('stand as %s in every language', async (dateformat, text) => {
    await wear({ timezone: 'UTC', dateformat, timeformat: '24' })
    for (const locale of localeCodes) {
      show(<DateTimePickerControl label="Moment" value="2026-03-14T09:05:00Z" onChange={() => undefined} />, locale)
      expect(words()?.trim(), locale).toBe(text)
      cleanup()
      show(<DatePickerControl label="Day" value="2026-03-14" onChange={() => undefined} />, locale)
      expect(words()?.trim(), locale).toBe(text.slice(0, 10))
      cleanup()
    }
  })

  test('stand as the language has them for who has set nothing', () => {
    show(<DatePickerControl label="Day" value="2026-03-14" onChange={() => undefined} />, 'lv')
    expect(words()?.trim()).toBe('14.03.2026')
  })
})

test('hours of a time go to 12 or to 24 as the person has it', async () => {
  await wear({ timeformat: '12' })
  show(<TimeFieldControl label="Time" value="13:05:00" onChange={() => undefined} />, 'lv')
  expect(parts().slice(0, 2)).toEqual(['01', '05'])
  expect(parts()).toHaveLength(3)
  await wear({ timeformat: '24' })
  expect(parts()).toEqual(['13', '05'])
})

test('a number is shown and typed with the signs of the person, whatever the language', async () => {
  await wear({ numberformat: '1.234,56' })
  const seen = vi.fn<(value: string) => void>()
  show(<NumberField label="Amount" value="1234.5" onChange={seen} />)
  const box = screen.getByRole('textbox', { name: 'Amount' })
  expect((box as HTMLInputElement).value).toBe('1.234,5')
  fireEvent.change(box, { target: { value: '9.876.543,21' } })
  expect(seen).toHaveBeenLastCalledWith('9876543.21')
})
