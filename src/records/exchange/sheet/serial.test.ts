import { expect, test } from 'vitest'
import { plainDigits } from '#records/exchange/sheet/cellValue.ts'
import { builtInShows, formatShows, serialOf, serialOfTime, textOfSerial } from '#records/exchange/sheet/serial.ts'

test('days and instants are numbers of days and come back, but for those before March 1900', () => {
  for (const day of ['1900-03-01', '2024-02-29', '9999-12-31'])
    expect(textOfSerial(serialOf(day) ?? Number.NaN, 'date', 1900)).toBe(day)
  for (const moment of ['2024-02-29T23:59:59.999Z', '1999-12-31T00:00:00Z'])
    expect(textOfSerial(serialOf(moment) ?? Number.NaN, 'instant', 1900)).toBe(moment)
  expect([serialOf('1900-02-28'), serialOf('0001-01-01')]).toEqual([null, null])
  expect(serialOf('2024-02-29')).toBe(45351)
})

test('the first days of 1900 are counted as spreadsheets do, who know a day that never was', () => {
  expect([1, 59, 60, 61].map((serial) => textOfSerial(serial, 'date', 1900))).toEqual([
    '1900-01-01',
    '1900-02-28',
    null,
    '1900-03-01',
  ])
  expect([0, 1].map((serial) => textOfSerial(serial, 'date', 1904))).toEqual(['1904-01-01', '1904-01-02'])
  expect([Number.NaN, -1, 1e9].map((serial) => textOfSerial(serial, 'date', 1900))).toEqual([null, null, null])
})

test('a moment whose format names no zone has none', () => {
  const serial = serialOf('2024-02-29T23:59:59.999Z') ?? Number.NaN
  expect(textOfSerial(serial, 'datetime', 1900)).toBe('2024-02-29T23:59:59.999')
  expect(textOfSerial(45351, 'datetime', 1900)).toBe('2024-02-29T00:00:00')
  // A date that has a time of day behind it.
  expect(textOfSerial(45351.5, 'date', 1900)).toBe('2024-02-29T12:00:00')
})

test('times are parts of a day', () => {
  for (const time of ['00:00:00', '08:30:00', '23:59:59'])
    expect(textOfSerial(serialOfTime(time) ?? Number.NaN, 'time', 1900)).toBe(time)
})

test('the format of a cell tells what its number shows', () => {
  expect(['General', '0.00', '#,##0 "days"', '[Red]0'].map(formatShows)).toEqual(Array(4).fill('number'))
  expect(['0%', '0.00%', '0.0 %;-0.0 %'].map(formatShows)).toEqual(Array(3).fill('percent'))
  expect(['dd.mm.yyyy', 'yyyy\\-mm\\-dd;@', '[$-F800]dddd, mmmm dd', 'mmm-yy'].map(formatShows)).toEqual(
    Array(4).fill('date'),
  )
  expect(['d/m/yy h:mm', 'yyyy-mm-dd hh:mm:ss.000'].map(formatShows)).toEqual(['datetime', 'datetime'])
  const inUtc = ['yyyy\\-mm\\-dd\\ hh:mm:ss"Z"', 'yyyy-mm-dd hh:mm" UTC";@', 'yyyy\\-mm\\-dd hh:mm:ss\\Z']
  expect(inUtc.map(formatShows)).toEqual(Array(3).fill('instant'))
  expect(['yyyy-mm-dd"Z"', 'h:mm"Z"', 'd/m/yy h:mm;"Z"'].map(formatShows)).toEqual(['date', 'time', 'datetime'])
  expect(['h:mm AM/PM', '[h]:mm', 'mm:ss'].map(formatShows)).toEqual(['time', 'time', 'time'])
  expect([0, 14, 21, 22, 49].map(builtInShows)).toEqual(['number', 'date', 'time', 'datetime', 'number'])
})

test('doubles are written in the digits that people typed', () => {
  expect(['0.1', '12.300000000000001', '1E-7', '1.5E+3', '-4.5e-2', 'x'].map(plainDigits)).toEqual([
    '0.1',
    '12.3',
    '0.0000001',
    '1500',
    '-0.045',
    'x',
  ])
})
