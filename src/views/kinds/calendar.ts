import { isDayField } from '#views/capability.ts'
import type { ViewKindRules } from '#views/kinds/kind.ts'

export const calendar = {
  name: 'calendar',
  part: 'calendar',
  sections: ['columns', 'sort', 'colours'],
  begin: ({ attributes, fields }) => {
    const field = attributes.find(isDayField) ?? fields.find(isDayField)
    return field && { calendar: { start: field.id, end: null } }
  },
  fields: (view) => [view.calendar?.start, view.calendar?.end],
  problems: (view, named) => [
    ...named(view.calendar?.start ?? null, 'calendar.start', isDayField),
    ...named(view.calendar?.end ?? null, 'calendar.end', isDayField),
  ],
  clean: ({ calendar: own }, { may, kept }) => ({
    calendar: own && may(own.start, isDayField) ? { ...own, end: kept(own.end, isDayField) } : null,
  }),
} as const satisfies ViewKindRules
