/** How a language writes numbers, read from what Intl says. */
export type NumberSigns = { readonly decimal: string; readonly group: string }

const known = new Map<string, NumberSigns>()

/** The decimal and group signs of a region such as `lv-LV`. */
export function numberSigns(region: string): NumberSigns {
  const found = known.get(region) ?? signsOf(region)
  known.set(region, found)
  return found
}

function signsOf(region: string): NumberSigns {
  const parts = new Intl.NumberFormat(region, { useGrouping: true }).formatToParts(1234567.8)
  const sign = (type: string, otherwise: string) => parts.find((part) => part.type === type)?.value ?? otherwise
  return { decimal: sign('decimal', '.'), group: sign('group', ',') }
}

/** A plain decimal text as the language writes it for editing: its decimal sign, no groups. */
export function writeNumberText(plain: string, { decimal }: Pick<NumberSigns, 'decimal'>): string {
  return plain.replace('.', decimal)
}
