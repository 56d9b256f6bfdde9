import { cardFields, cardProblems, cleanCard } from '#views/kinds/card.ts'
import type { ViewKindRules } from '#views/kinds/kind.ts'

export const gallery = {
  name: 'gallery',
  part: null,
  sections: ['columns', 'sort', 'colours', 'pagesize'],
  // Every record has a name for its card.
  begin: () => ({}),
  fields: cardFields,
  problems: cardProblems,
  clean: cleanCard,
} as const satisfies ViewKindRules
