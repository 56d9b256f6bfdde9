import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { LanguageProvider, useLanguage, type Language } from '#language/web/language.tsx'

let language: Language | undefined

function Probe({ tell }: { tell: (seen: Language) => void }) {
  const seen = useLanguage()
  useEffect(() => {
    tell(seen)
  })
  return <p>{seen.t('fault.session.required')}</p>
}

async function show() {
  language = undefined
  render(
    <LanguageProvider>
      <Probe tell={(seen) => (language = seen)} />
    </LanguageProvider>,
  )
  // Effects may run after the text stands there.
  await waitFor(() => expect(language).toBeDefined())
  await screen.findByText(/\S/)
}

beforeEach(() => {
  window.localStorage.clear()
  document.cookie = 'locale=; path=/; max-age=0'
})

afterEach(() => {
  vi.restoreAllMocks()
  cleanup()
})

describe('the language of the interface', () => {
  test('[R493] the locale is kept in local storage under "locale"', async () => {
    await show()
    await act(async () => language?.setLocale('lv'))
    expect(window.localStorage.getItem('locale')).toBe('lv')
    expect(document.documentElement.lang).toBe('lv')
    expect(language?.number(1234.5)).toBe('1234,5')
    cleanup()
    await show()
    expect(language?.locale).toBe('lv')
  })

  test('[R494] the locale can instead be kept in a cookie', async () => {
    vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new Error('storage is refused')
    })
    await show()
    await act(async () => language?.setLocale('es'))
    expect(document.cookie).toContain('locale=es')
    cleanup()
    await show()
    expect(language?.locale).toBe('es')
    expect(screen.getByText('Inicie sesión.')).toBeDefined()
  })

  test.each([
    ['[R026] English', 'en', 'Please sign in.'],
    ['[R027] Spanish', 'es', 'Inicie sesión.'],
    ['[R028] Latvian', 'lv', 'Lūdzu, pierakstieties.'],
    ['[R029] Russian', 'ru', 'Пожалуйста, войдите.'],
  ] as const)('%s is chosen, and the page speaks it at once', async (_name, locale, text) => {
    await show()
    await act(async () => language?.setLocale(locale))
    expect(screen.getByText(text)).toBeDefined()
    expect(document.documentElement.lang).toBe(locale)
  })

  test("[R510] switching to an unknown locale is rejected with 'Locale not found'", async () => {
    await show()
    await expect(language?.setLocale('xx')).rejects.toThrow('Locale not found')
    expect(language?.locale).toBe('en')
  })
})
