import { readFileSync, writeFileSync } from 'node:fs'
import { expressionGuide } from '../src/expressions/guide.ts'
import { translateFor } from '../src/language/server/texts.ts'

// Rewrites the lists in docs/guide/expressions.md; the text above the first list is written by hand.
const page = new URL('../docs/guide/expressions.md', import.meta.url)
const [before = ''] = readFileSync(page, 'utf8').split('\nAn expression has at most ')
writeFileSync(page, expressionGuide(before, translateFor('en')))
