/** The card that a key leads to from another; undefined for a key that leads nowhere. Lines are read like text. */
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
  // Below the last whole line stands the last card, if it is on a line further down.
  if (to > last) return key === 'ArrowDown' && Math.floor(last / across) > Math.floor(from / across) ? last : from
  return to < 0 ? from : to
}
