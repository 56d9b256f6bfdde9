import { readFileSync, writeFileSync } from 'node:fs'
import { attributeGuide, madeFrom } from '../src/attributes/guide.ts'
import { translateFor } from '../src/language/server/texts.ts'

// Rewrites the list of types in docs/guide/attributes.md; the text above the list is written by hand.
const page = new URL('../docs/guide/attributes.md', import.meta.url)
const [before = ''] = readFileSync(page, 'utf8').split(madeFrom)
writeFileSync(page, attributeGuide(before, translateFor('en')))
