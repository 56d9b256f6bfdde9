import type { MenuGroup } from '#design/web/overlay/Menu.tsx'
import type { Language } from '#language/web/language.tsx'

const steps = [
  { id: 'dayEarlier', by: -1 },
  { id: 'dayLater', by: 1 },
  { id: 'weekEarlier', by: -7 },
  { id: 'weekLater', by: 7 },
] as const

/** The lines of a menu that move a record by days. */
export function stepsOf(t: Language['t'], onShift: (days: number) => void): readonly MenuGroup[] {
  const actions = steps.map(({ id, by }) => ({ id, label: t(`records.calendar.${id}`), onAction: () => onShift(by) }))
  return [{ id: 'steps', actions }]
}
