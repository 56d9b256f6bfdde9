/** How an autonumber is written: the texts around its digits, with the parts of a day still in them, and how many digits at least. */
export type AutonumberFormat = { readonly before: string; readonly after: string; readonly digits: number }

const form = /^([^{}]*(?:\{(?:YYYY|YY|MM|DD)\}[^{}]*)*)\{(0{1,12})\}([^{}]*(?:\{(?:YYYY|YY|MM|DD)\}[^{}]*)*)$/

/** Reads a format such as `INV-{YYYY}-{0000}`; null when it is none. */
export function readNumberFormat(text: string): AutonumberFormat | null {
  const match = form.exec(text)
  return match && { before: match[1] ?? '', after: match[3] ?? '', digits: match[2]?.length ?? 1 }
}

/** A format with the parts of a day `YYYY-MM-DD` in their places. */
export function onDay({ before, after, digits }: AutonumberFormat, day: string): AutonumberFormat {
  const parts: Record<string, string> = {
    YYYY: day.slice(0, 4),
    YY: day.slice(2, 4),
    MM: day.slice(5, 7),
    DD: day.slice(8, 10),
  }
  const dated = (text: string) => text.replaceAll(/\{([YMD]+)\}/g, (whole, part: string) => parts[part] ?? whole)
  return { before: dated(before), after: dated(after), digits }
}

/** A number as its format, which has its day already, writes it. */
export function writeNumber({ before, after, digits }: AutonumberFormat, count: bigint): string {
  return `${before}${String(count).padStart(digits, '0')}${after}`
}
