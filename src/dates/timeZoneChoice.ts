/** A time zone as people choose it: its place, and how far its clocks are from UTC. */
export type ZoneChoice = { readonly id: string; readonly label: string; readonly detail: string }

// More are found by their names.
const mostShown = 60

/** The zones whose names hold all words of a text, in the order of their names. */
export function zonesFor(text: string, now: Date): readonly ZoneChoice[] {
  const words = plain(text).split(' ').filter(Boolean)
  return ['UTC', ...Intl.supportedValuesOf('timeZone')]
    .filter((id) => words.every((word) => plain(id).includes(word)))
    .slice(0, mostShown)
    .map((id) => zoneChoice(id, now))
}

/** One zone, with what its clocks are ahead of UTC now. */
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
