import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { attributeGuide, madeFrom } from '../src/attributes/guide.ts'
import { translateFor } from '../src/language/server/texts.ts'

const page = readFileSync(new URL('../docs/guide/attributes.md', import.meta.url), 'utf8')

test('the guide to attributes is made of the types that there are (node scripts/attributeGuide.ts)', () => {
  const [before = ''] = page.split(madeFrom)
  expect(attributeGuide(before, translateFor('en'))).toBe(page)
})
