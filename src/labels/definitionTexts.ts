import type { DefinitionTexts } from '#changes/definitionTexts.ts'

/** History texts of operations on labels. */
export const labelTexts: DefinitionTexts = {
  properties: { labels: 'labels.title' },
  parts: {
    locale: 'changes.part.locale',
    property: 'changes.part.property',
    text: 'changes.part.text',
    was: 'entities.stale.base',
  },
  words: { property: ['attributes.property.*'] },
}
