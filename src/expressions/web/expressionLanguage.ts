import { HighlightStyle, LRLanguage, syntaxHighlighting } from '@codemirror/language'
import { styleTags, tags } from '@lezer/highlight'
import { parser } from '#expressions/web/expressionParser.ts'

const language = LRLanguage.define({
  name: 'formula',
  parser: parser.configure({
    props: [
      styleTags({
        Text: tags.string,
        Number: tags.number,
        'Boolean Null': tags.atom,
        'FunctionName/Name': tags.function(tags.name),
        'Path/Name': tags.propertyName,
        Keyword: tags.keyword,
        'Minus Plus Times Power Percent Join Compare': tags.operator,
        '( ) [ ]': tags.bracket,
      }),
    ],
  }),
  languageData: { closeBrackets: { brackets: ['(', '[', '"'] } },
})

const colours = HighlightStyle.define([
  { tag: tags.string, color: 'var(--green)' },
  { tag: [tags.number, tags.atom], color: 'var(--amber)' },
  { tag: tags.function(tags.name), color: 'var(--brand)' },
  { tag: tags.keyword, color: 'var(--brand)', fontWeight: '500' },
  { tag: [tags.operator, tags.bracket], color: 'var(--muted)' },
])

/** The formula language to the editor: its grammar and its colours. */
export const expressionLanguage = [language, syntaxHighlighting(colours)]
