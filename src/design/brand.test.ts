import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { brandOf, contrast, leastContrast, mix, type Mode } from '#design/brand.ts'

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

describe('the colour of an environment', () => {
  test.each<[Mode, string, number]>([
    ['light', '#ffffff', 0.12],
    ['dark', '#16161a', 0.22],
  ])('any colour stays readable in %s mode, also in a selected row and under white text', (mode, surface, share) => {
    fc.assert(
      fc.property(colour, (chosen) => {
        const { brand, fill } = brandOf(chosen, mode)
        expect(contrast(brand, surface)).toBeGreaterThanOrEqual(leastContrast)
        expect(contrast(brand, mix(brand, surface, share))).toBeGreaterThanOrEqual(leastContrast)
        expect(contrast(fill, '#ffffff')).toBeGreaterThanOrEqual(leastContrast)
      }),
    )
  })

  test('a colour that is readable already is left as it is', () => {
    expect(brandOf('#1d4ed8', 'light')).toEqual({ brand: '#1d4ed8', fill: '#1d4ed8' })
  })

  test('contrast is that of WCAG', () => {
    expect(contrast('#000000', '#ffffff')).toBe(21)
    expect(contrast('#ffffff', '#ffffff')).toBe(1)
  })
})
