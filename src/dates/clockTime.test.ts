import { expect, test } from 'vitest'
import { spokenTime } from '#dates/clockTime.ts'
import { waysOf } from '#language/format.ts'
import { localeCodes } from '#language/locale.ts'

test('a time is understood as it is said, in every language and both cycles of hours', () => {
  for (const locale of localeCodes)
    for (const cycle of ['h12', 'h23'] as const)
      for (const time of ['00:00:00', '08:30:00', '12:00:00', '12:05:09', '13:45:00', '23:59:59']) {
        const { time: say } = waysOf(locale, 'UTC', cycle)
        expect(spokenTime(say(time), say), `${locale} ${cycle} ${say(time)}`).toBe(time)
      }
})

test('people type it in their own ways; what is no time is none', () => {
  const { time: say } = waysOf('es', 'UTC', 'h12')
  expect(['8pm', '8:30 PM', '12 am', '20:30', '8:30', '8:30 p.m.'].map((text) => spokenTime(text, say))).toEqual([
    '20:00:00',
    '20:30:00',
    '00:00:00',
    '20:30:00',
    '08:30:00',
    '20:30:00',
  ])
  expect(['13 pm', '0:30 am', '8:30 o’clock', 'noon', '8', '25:00'].map((text) => spokenTime(text, say))).toEqual(
    Array.from({ length: 6 }, () => null),
  )
})
