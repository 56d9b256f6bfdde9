import { describe, expect, test } from 'vitest'
import { readTemplate, templateParts } from '#expressions/template.ts'
import { invoice, riga, values } from '../../test/support/expressions.ts'

const rendered = (text: string) => {
  const read = readTemplate(text, invoice)
  return 'render' in read ? read.render(values, riga) : read
}

describe('a text with expressions', () => {
  test.each([
    ['plain', 'plain'],
    ['', ''],
    ['{{ title }}', 'Invoice 7'],
    ['Dear {{customer.name}}, you owe {{ ROUND(total, 1) }} EUR.', 'Dear Anna, you owe 121 EUR.'],
    ['{{ note }}|{{ paid }}|{{ due }}', '|true|2026-08-31'],
    ['{{ "}} " & title }}', '}} Invoice 7'],
    ['{ a } }} {', '{ a } }} {'],
    ['{{ IF(total > 1, "a", "b") }}{{ 1 + 1 }}', 'a2'],
  ])('%s is %s', (text, shown) => {
    expect(rendered(text)).toBe(shown)
  })

  test('tells what is wrong where in the whole text', () => {
    expect(rendered('a {{ title }} b {{ totl }} {{ 1 + }}')).toMatchObject([
      { code: 'expression.unknownName', position: 19 },
      { code: 'expression.syntax', position: 34 },
    ])
    expect(rendered('a {{ title')).toMatchObject([{ code: 'expression.syntax', position: 2 }])
    expect(rendered('{{ customer }}')).toMatchObject([{ code: 'expression.type', position: 2 }])
  })

  test('knows its parts', () => {
    expect(templateParts('a{{b}}c')).toEqual([{ text: 'a' }, { expression: 'b', at: 3 }, { text: 'c' }])
  })
})
