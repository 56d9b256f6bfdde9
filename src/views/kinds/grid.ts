import type { ViewKindRules } from '#views/kinds/kind.ts'

export const grid = {
  name: 'grid',
  part: null,
  sections: ['columns', 'sort', 'group', 'colours', 'rowheight', 'pagesize', 'footer'],
  begin: () => ({}),
  fields: () => [],
  problems: () => [],
  clean: () => ({}),
} as const satisfies ViewKindRules
