import { isDay } from '#views/capability.ts'
import type { ViewKindRules } from '#views/kinds/kind.ts'

export const calendar = {
  name: 'calendar',
  part: 'calendar',
  sections: ['columns', 'sort', 'colours'],
  begin: ({ attributes, fields }) => {
    const field = attributes.find(isDay) ?? fields.find(isDay)
    return field && { calendar: { start: field.id, end: null } }
  },
  fields: (view) => [view.calendar?.start, view.calendar?.end],
  problems: (view, named) => [
    ...named(view.calendar?.start ?? null, 'calendar.start', isDay),
    ...named(view.calendar?.end ?? null, 'calendar.end', isDay),
  ],
  clean: ({ calendar: own }, { may, kept }) => ({
    calendar: own && may(own.start, isDay) ? { ...own, end: kept(own.end, isDay) } : null,
  }),
} as const satisfies ViewKindRules
