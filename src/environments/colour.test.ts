import { expect, test } from 'vitest'
import { brandOf } from '#design/brand.ts'
import { defaultColour, environmentColours } from '#environments/colour.ts'

test.each(environmentColours)('%s carries white text as it is', (colour) => {
  expect(brandOf(colour, 'light').fill).toBe(colour)
  expect(brandOf(colour, 'dark').fill).toBe(colour)
})

test('the usual colour is one of those to choose from', () => {
  expect(environmentColours).toContain(defaultColour)
})
