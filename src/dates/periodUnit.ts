/** Stretches of the calendar that a filter may speak of; a week begins on Monday (ISO 8601). */
export const periodUnits = ['day', 'week', 'month', 'quarter', 'year'] as const
export type PeriodUnit = (typeof periodUnits)[number]
