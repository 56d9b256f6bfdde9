import { expect, test } from 'vitest'
import { sayImpact } from '#changes/web/saySentence.ts'
import type { Translate } from '#language/translate.ts'

test('what a change drops is named in the words of the reader', () => {
  const t = ((key: string, values?: object) => (values ? `${key} ${JSON.stringify(values)}` : `[${key}]`)) as Translate
  const values = { name: 'Code', propertiesKeys: 'attributes.property.min attributes.property.max' }
  expect(sayImpact(t, { key: 'changes.impact.dropped', values, count: 2 })).toBe(
    'changes.impact.dropped {"name":"Code","properties":"[attributes.property.min], [attributes.property.max]","count":2}',
  )
})
