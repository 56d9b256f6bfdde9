import { isLane } from '#views/capability.ts'
import type { ViewKindRules } from '#views/kinds/kind.ts'

export const board = {
  name: 'board',
  part: 'board',
  sections: ['columns', 'sort', 'colours'],
  begin: ({ attributes, fields }) => {
    // A maker's own choice is more specific than the common status field.
    const field = attributes.find(isLane) ?? fields.find(isLane)
    return field && { board: { attribute: field.id, lanes: [] } }
  },
  fields: (view) => [view.board?.attribute],
  problems: (view, named) => named(view.board?.attribute ?? null, 'board', isLane),
  clean: (view, { may }) => ({ board: view.board && may(view.board.attribute, isLane) ? view.board : null }),
} as const satisfies ViewKindRules
