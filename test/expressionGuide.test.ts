import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { functionNames } from '../src/expressions/functions/registry.ts'
import { expressionGuide } from '../src/expressions/guide.ts'
import { translateFor } from '../src/language/server/texts.ts'

const page = readFileSync(new URL('../docs/guide/expressions.md', import.meta.url), 'utf8')

test('the guide to expressions is made of the functions that there are (node scripts/expressionGuide.ts)', () => {
  const [before = ''] = page.split('\nAn expression has at most ')
  expect(expressionGuide(before, translateFor('en'))).toBe(page)
  expect(functionNames.filter((name) => !page.includes(`\`${name}(`))).toEqual([])
})
