/** Number signs of a language, read from Intl. */
export type NumberSigns = { readonly decimal: string; readonly group: string }

/** A plain decimal text as the language writes it for editing: its decimal sign, no groups. */
export function writeNumberText(plain: string, { decimal }: Pick<NumberSigns, 'decimal'>): string {
  return plain.replace('.', decimal)
}
