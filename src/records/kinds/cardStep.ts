/**
 * Index of the card that an arrow key leads to; undefined for other keys. Left and right continue across lines, as in
 * text.
 */
export function cardStep(
  key: string,
  from: number,
  { count, across }: { readonly count: number; readonly across: number },
): number | undefined {
  const last = count - 1
  const to = { ArrowRight: from + 1, ArrowLeft: from - 1, ArrowDown: from + across, ArrowUp: from - across }[key]
  if (key === 'Home') return 0
  if (key === 'End') return last
  if (to === undefined) return undefined
  // ArrowDown past the last full line leads to the last card, if that card is on a later line.
  if (to > last) return key === 'ArrowDown' && Math.floor(last / across) > Math.floor(from / across) ? last : from
  return to < 0 ? from : to
}
