/** A time zone as a choice: its place, and the offset of its clocks from UTC. */
export type ZoneChoice = { readonly id: string; readonly label: string; readonly detail: string }

// More are found by their names.
const mostShown = 60

/** The zones whose names contain all words of a text, ordered by name. */
export function zonesFor(text: string, now: Date): readonly ZoneChoice[] {
  const words = plain(text).split(' ').filter(Boolean)
  return ['UTC', ...Intl.supportedValuesOf('timeZone')]
    .filter((id) => words.every((word) => plain(id).includes(word)))
    .slice(0, mostShown)
    .map((id) => zoneChoice(id, now))
}

/** One zone, with the present offset of its clocks from UTC. */
export function zoneChoice(id: string, now: Date): ZoneChoice {
  return { id, label: id.replaceAll('_', ' '), detail: offsetText(id, now) }
}

function offsetText(timeZone: string, now: Date): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(now)
  return (parts.find(({ type }) => type === 'timeZoneName')?.value ?? '').replace('GMT', 'UTC')
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[_/\s]+/g, ' ')
    .trim()
}
