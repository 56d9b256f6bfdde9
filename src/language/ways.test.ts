import { describe, expect, test } from 'vitest'
import { compactText, daysRange, fullDay, monthName, sizeText, weekdayName } from '#language/furtherFormats.ts'
import { waysOf } from '#language/format.ts'
import { autoFormats, dateFormats, type Formats } from '#language/formats.ts'
import { localeCodes } from '#language/locale.ts'
import { formatPreferences } from '#language/formatPreferences.ts'

const moment = new Date('2026-11-21T22:05:00Z')
const ways = (formats: Partial<Formats>, locale: (typeof localeCodes)[number] = 'en') =>
  formatPreferences(locale, 'UTC', { ...autoFormats, ...formats })

describe('the ways of a person', () => {
  test('who has set nothing has those of the language, on the clocks of the browser', () => {
    for (const locale of localeCodes) {
      const [own, usual] = [ways({}, locale), waysOf(locale, 'UTC')]
      for (const style of ['longDateTime', 'shortDateTime', 'longDate', 'shortDate', 'time'] as const)
        expect(own.date(moment, style)).toBe(usual.date(moment, style))
      expect(own.number('-1234567.5')).toBe(usual.number('-1234567.5'))
      expect(own.currency('1234.5', 'EUR')).toBe(usual.currency('1234.5', 'EUR'))
      expect(own.dateOrder).toBe(usual.dateOrder)
    }
  })

  test.each([
    ['YYYY-MM-DD', '2026-11-21', '2026-11-22', 'ymd'],
    ['DD.MM.YYYY', '21.11.2026', '22.11.2026', 'dmy'],
    ['DD/MM/YYYY', '21/11/2026', '22/11/2026', 'dmy'],
    ['MM/DD/YYYY', '11/21/2026', '11/22/2026', 'mdy'],
  ] as const)(
    '%s is how dates are written in every language; a moment lies on the day of the zone',
    (dateformat, day, next, order) => {
      for (const locale of localeCodes) {
        const here = ways({ dateformat, timeformat: '24' }, locale)
        expect(here.day('2026-11-21', 'shortDate')).toBe(day)
        expect(here.date(moment, 'shortDateTime')).toBe(`${day} 22:05`)
        expect(here.date(moment, 'shortDate')).toBe(day)
        expect(here.dateOrder).toBe(order)
        const there = ways({ dateformat, timeformat: '24', timezone: 'Europe/Riga' }, locale)
        expect(there.day('2026-11-21', 'shortDate'), 'a day never shifts').toBe(day)
        expect(there.date(moment, 'shortDateTime')).toBe(`${next} 00:05`)
        expect(there.date(moment, 'shortDate')).toBe(next)
      }
    },
  )

  test('a day never shifts, whatever the zone; the first years have four digits', () => {
    for (const timezone of ['Pacific/Honolulu', 'UTC', 'Pacific/Kiritimati', 'America/Havana'])
      for (const day of ['0001-01-01', '2024-02-29', '2024-03-31', '2024-11-03', '9999-12-31'])
        for (const dateformat of dateFormats)
          expect(ways({ timezone, dateformat }).day(day, 'shortDate')).toBe(ways({ dateformat }).day(day, 'shortDate'))
    expect(ways({ dateformat: 'DD.MM.YYYY' }).day('0001-01-02', 'shortDate')).toBe('02.01.0001')
  })

  test('long dates keep their words; hours go to 12 or to 24 in all of them', () => {
    const own = ways({ dateformat: 'DD.MM.YYYY', timeformat: '24' })
    expect(own.date(moment, 'longDateTime')).toBe('November 21, 2026 at 22:05')
    expect(own.day('2026-11-21', 'longDate')).toBe('November 21, 2026')
    expect(plain(ways({ timeformat: '12' }, 'lv').date(moment, 'time'))).toBe('10:05 pēcp.')
    expect(plain(ways({ timeformat: '12' }, 'es').time('13:05:00'))).toBe('1:05 p. m.')
    expect([own.time('00:05:00'), own.time('08:30:15'), own.time('no time')]).toEqual(['00:05', '08:30:15', 'no time'])
  })

  test.each([
    ['1 234,56', '-1 234 567,50', '1 234,56'],
    ['1,234.56', '-1,234,567.50', '1,234.56'],
    ['1.234,56', '-1.234.567,50', '1.234,56'],
    ["1'234.56", "-1'234'567.50", "1'234.56"],
  ] as const)('%s is how numbers and amounts are written in every language', (numberformat, number, amount) => {
    for (const locale of localeCodes) {
      const own = ways({ numberformat }, locale)
      expect(plain(own.number('-1234567.5', 2))).toBe(number)
      expect(plain(own.currency('1234.56', 'EUR')).replaceAll(/[€\s]+$|^€/g, '')).toBe(amount)
    }
    expect(ways({ numberformat }, 'en').currency(1, 'EUR')).toMatch(/^€/)
    expect(ways({ numberformat }, 'lv').currency(1, 'EUR')).toMatch(/€$/)
  })

  test('no digit of a long number is lost', () => {
    expect(plain(ways({ numberformat: '1 234,56' }).number('12345678901234567890.123456789'))).toBe(
      '12 345 678 901 234 567 890,123456789',
    )
  })

  test('a zone that this browser does not know leaves the clocks of the browser', () => {
    expect(ways({ timezone: 'Moon/Tranquility' }).timeZone).toBe('UTC')
  })

  test('months are named', () => {
    expect(ways({}).month('2026-11', 'long')).toBe('November 2026')
    expect(ways({}, 'es').month('2026-11', 'short')).toBe('nov 2026')
    expect(ways({}).month('none', 'long')).toBe('none')
  })
})

describe('what few screens say', () => {
  const reader = (locale: (typeof localeCodes)[number], formats: Partial<Formats> = {}) => ({
    ...ways(formats, locale),
    locale,
  })

  test('bytes are told in the unit that fits, in the language and with the signs of the person', () => {
    expect([0, 999, 24_576, 1_340_000_000].map((bytes) => sizeText(bytes, reader('en')))).toEqual([
      '0 byte',
      '999 byte',
      '25 kB',
      '1.3 GB',
    ])
    expect(plain(sizeText(1_340_000, reader('lv')))).toBe('1,3 MB')
    expect(plain(sizeText(1_340_000, reader('lv', { numberformat: '1,234.56' })))).toBe('1.3 MB')
  })

  test('the numbers of an axis are short', () => {
    expect(compactText(1_250_000, reader('en'))).toBe('1.3M')
    expect(compactText(1_250_000, reader('en', { numberformat: '1 234,56' }))).toBe('1,3M')
  })

  test('days and months have their names', () => {
    expect(fullDay('2026-11-21', 'en')).toBe('Saturday, November 21, 2026')
    expect(weekdayName('2026-11-21', 'es')).toBe('sáb')
    expect(monthName('2026-11', 'lv')).toBe('novembris')
    expect(plain(daysRange('2026-11-16', '2026-11-22', 'en'))).toBe('Nov 16 – 22, 2026')
  })
})

function plain(text: string): string {
  return text.replaceAll(/\s/gu, ' ').replaceAll('’', "'")
}
