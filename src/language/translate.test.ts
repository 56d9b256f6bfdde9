import { describe, expect, test } from 'vitest'
import { catalogue, type FaultCode } from '#faults/catalogue.ts'
import { waysOf } from '#language/format.ts'
import { defaultLocale, isLocale, localeCodes, localeOf, locales, type Locale } from '#language/locale.ts'
import { compileTexts } from '#language/messages.ts'
import { listLocaleFiles, readLocaleTexts } from '#language/server/localeFiles.ts'
import { translateFor } from '#language/server/texts.ts'
import { sayText } from '#language/translate.ts'

const translate = translateFor('en')
const english = readLocaleTexts(listLocaleFiles('en'))

/** Each file of a language: its room and stage, and its keys in order. */
const filesOf = (locale: Locale) =>
  listLocaleFiles(locale).map((file) => ({
    file: `${file.room} ${file.stage}`,
    keys: Object.keys(readLocaleTexts([file])).toSorted(),
  }))

/** The names of the values that a compiled message fills in, those within plurals and choices included. */
function namesIn(message: unknown): string[] {
  if (!Array.isArray(message)) return []
  return message.flatMap((token) => {
    if (!Array.isArray(token)) return []
    const [name, , format] = token as [string, string?, unknown?]
    const branches = typeof format === 'object' && format !== null ? Object.values(format).flatMap(namesIn) : []
    return name === '#' ? branches : [name, ...branches]
  })
}
const named = (text: string) => [...new Set(namesIn(compileTexts({ text })['text']))].toSorted()

describe('the four languages', () => {
  test('[R026] [R027] [R028] [R029] each has every text, with the same values in it', () => {
    for (const locale of localeCodes) {
      const texts = readLocaleTexts(listLocaleFiles(locale))
      expect(filesOf(locale), locale).toEqual(filesOf('en'))
      for (const [key, text] of Object.entries(texts))
        expect(named(text), `${locale} ${key}`).toEqual(named(english[key] ?? ''))
      expect(() => compileTexts(texts)).not.toThrow()
    }
  })

  test('every fault of the catalogue has a text', () => {
    for (const code of Object.keys(catalogue)) expect(english[`fault.${code}`], code).toBeTypeOf('string')
    const known = Object.keys(english).filter((key) => key.startsWith('fault.'))
    expect(known.map((key) => key.slice('fault.'.length)).toSorted()).toEqual(Object.keys(catalogue).toSorted())
  })

  test.each([
    ['[R529] English', 'en', 'en-US', '1,234,567.5', '3/5/26, 2:07 PM'],
    ['[R530] Spanish', 'es', 'es-ES', '1.234.567,5', '5/3/26, 14:07'],
    ['[R531] Latvian', 'lv', 'lv-LV', '1 234 567,5', '05.03.26 14:07'],
    ['[R532] Russian', 'ru', 'ru-RU', '1 234 567,5', '05.03.2026, 14:07'],
  ] as const)('%s formats by its region', (_name, locale, region, amount, moment) => {
    expect(locales[locale].region).toBe(region)
    const { number, date } = waysOf(locale, 'UTC')
    expect(plain(number('1234567.5'))).toBe(amount)
    expect(plain(date(new Date('2026-03-05T14:07:00Z'), 'shortDateTime'))).toBe(moment)
  })

  test('[R533] English is the default of four locales', () => {
    expect(localeCodes).toEqual(['en', 'es', 'lv', 'ru'])
    expect(defaultLocale).toBe('en')
    expect(isLocale('de')).toBe(false)
    expect(localeOf('fr-FR, lv;q=0.8, en;q=0.5')).toBe('lv')
    expect(localeOf('fr')).toBe('en')
  })
})

describe('texts', () => {
  test('values and plurals are filled in', () => {
    expect(translate('fault.record.inUse', { count: 1 })).toBe('The record is in use by 1 other record.')
    expect(translate('fault.record.inUse', { count: 3 })).toBe('The record is in use by 3 other records.')
    const russianText = translateFor('ru')
    expect(russianText('fault.validation.failed', { count: 5 })).toBe('5 значений требуют внимания.')
  })

  test('a key that no file has does not compile', () => {
    // @ts-expect-error -- the keys of all rooms are known
    expect(translate('views.nothingOfTheKind')).toBe('views.nothingOfTheKind')
  })

  test('[R386] a text over 100 characters is treated as literal text', () => {
    const long =
      'A maker wrote this sentence, which is longer than one hundred characters and so never taken for a key {x}.'
    expect(long.length).toBeGreaterThan(100)
    expect(sayText(translate, long)).toBe(long)
    expect(sayText(translate, 'fault.session.required')).toBe('Please sign in.')
  })

  test.each([
    ['record managed, create', 'managed.create', "You can't create the record because it is managed by the system."],
    ['record managed, update', 'managed.update', "You can't update the record because it is managed by the system."],
    ['record managed, delete', 'managed.delete', "You can't delete the record because it is managed by the system."],
    ['no permission to delete', 'record.deleteForbidden', 'You do not have permissions to delete this record.'],
    ['terms', 'validation.terms', 'Please agree to the Terms of Service, Privacy Policy and Acceptable Use Policy'],
  ] satisfies [string, FaultCode, string][])('%s: the specified words', (_name, code, text) => {
    expect(translate(`fault.${code}`)).toBe(text)
  })
})

describe('dates and amounts', () => {
  const instant = new Date('2026-03-05T14:07:00Z')

  test.each([
    ['[R534] long date-time', 'longDateTime', 'March 5, 2026 at 2:07 PM', '5 de marzo de 2026 a las 14:07'],
    ['[R535] short date-time', 'shortDateTime', '3/5/26, 2:07 PM', '5/3/26, 14:07'],
    ['[R536] long date', 'longDate', 'March 5, 2026', '5 de marzo de 2026'],
    ['[R537] short date', 'shortDate', 'Mar 5, 2026', '5 mar 2026'],
    ['[R538] time', 'time', '2:07 PM', '14:07'],
  ] as const)('%s in the chosen locale', (_name, style, english, spanish) => {
    expect(plain(waysOf('en', 'UTC').date(instant, style))).toBe(english)
    expect(plain(waysOf('es', 'UTC').date(instant, style))).toBe(spanish)
  })

  test('a day is a day in every zone, and each language has its own order', () => {
    expect(waysOf('en', 'Pacific/Kiritimati').day('2026-03-05', 'shortDate')).toBe('Mar 5, 2026')
    expect(waysOf('lv', 'Pacific/Kiritimati').day('2026-03-05', 'longDate')).toBe('2026. gada 5. marts')
    expect(waysOf('ru', 'Pacific/Kiritimati').day('2026-03-05', 'shortDate')).toBe('5 мар. 2026 г.')
  })

  test('[R539] currency in the chosen locale', () => {
    expect(waysOf('en', 'UTC').currency('1234.5', 'EUR')).toBe('€1,234.50')
    expect(plain(waysOf('lv', 'UTC').currency(1234.5, 'EUR'))).toBe('1234,50 €')
  })
})

/** With plain blanks, whichever kind the language sets between digits and words. */
function plain(text: string): string {
  return text.replaceAll(/\s/gu, ' ')
}
