/** The number style of a column: the decimal sign, and the separator of thousands. */
export type NumberStyle = { readonly decimal: '.' | ','; readonly group: '' | ',' | '.' | ' ' | "'" }

type Known = NumberStyle & { readonly pattern: RegExp }

const style = (decimal: NumberStyle['decimal'], group: NumberStyle['group'], mark: string, between: string): Known => ({
  decimal,
  group,
  pattern: new RegExp(`^[+-]?(?:\\d{1,3}(?:${between}\\d{3})+|\\d+)?(?:${mark}(\\d+))?$`),
})
const space = '[ \u00a0\u202f]'

/** The styles that are tried, the likelier first. */
const styles: readonly Known[] = [
  { decimal: '.', group: '', pattern: /^[+-]?\d*(?:\.(\d+))?$/ },
  { decimal: ',', group: '', pattern: /^[+-]?\d*(?:,(\d+))?$/ },
  style('.', ',', '\\.', ','),
  style(',', '.', ',', '\\.'),
  style('.', ' ', '\\.', space),
  style(',', ' ', ',', space),
  style('.', "'", '\\.', "['’]"),
]

/** Counts of a column's numbers in one style. */
export type StyleCount = NumberStyle & {
  cells: number
  /** Cells with a decimal mark, and the most digits behind and before it. */
  decimals: number
  scale: number
  whole: number
  /** Cells with a decimal mark and other than three digits behind it: they cannot be thousands. */
  unambiguous: number
  firstMiss: string | null
}

export function countsOfStyles(): StyleCount[] {
  return styles.map(({ decimal, group }) => ({
    decimal,
    group,
    cells: 0,
    decimals: 0,
    scale: 0,
    whole: 0,
    unambiguous: 0,
    firstMiss: null,
  }))
}

/** Counts a cell in each style in which the cell is a number. Returns whether there was one. */
export function countNumber(counts: readonly StyleCount[], text: string): boolean {
  if (!/^[+-]?[\d.,]/.test(text) || !/\d/.test(text) || text.length > 60) {
    for (const count of counts) count.firstMiss ??= text
    return false
  }
  let known = false
  for (const [index, each] of styles.entries()) {
    const count = counts[index]
    if (!count) continue
    const match = each.pattern.exec(text)
    if (!match) {
      count.firstMiss ??= text
      continue
    }
    known = true
    const fraction = match[1]?.length ?? 0
    const digits = text.replaceAll(/\D/g, '').length
    count.cells++
    if (fraction > 0) count.decimals++
    if (fraction > 0 && (fraction !== 3 || /^[+-]?0?[.,]/.test(text))) count.unambiguous++
    if (fraction > count.scale) count.scale = fraction
    if (digits - fraction > count.whole) count.whole = digits - fraction
  }
  return known
}

/** The number in plain style (`-1234.5`); does not check that the text is a number. */
export function plainImportedNumber(text: string, { decimal, group }: NumberStyle): string {
  let plain = text
  if (group === ' ') plain = plain.replaceAll(/[ \u00a0\u202f]/g, '')
  else if (group === "'") plain = plain.replaceAll(/['’]/g, '')
  else if (group !== '') plain = plain.replaceAll(group, '')
  if (decimal === ',') plain = plain.replace(',', '.')
  return plain.startsWith('+') ? plain.slice(1) : plain
}
