/** Runs work on each item, at most `atOnce` side by side, in order; stops beginning more when called off. */
export async function inSequence<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
  isOff: () => boolean = () => false,
): Promise<void> {
  let at = 0
  const next = async (): Promise<void> => {
    while (at < items.length && !isOff()) {
      const item = items[at]
      at += 1
      if (item !== undefined) await work(item)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, next))
}
