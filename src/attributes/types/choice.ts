import type { AttributeOption } from '#attributes/properties.ts'

/** The value of the choice that a text names: by its value or, however it is written, by its label. */
export function matchOption(text: string, options: readonly AttributeOption[]): string | undefined {
  const folded = text.toLowerCase()
  const found =
    options.find((option) => option.value === text) ??
    options.find((option) => option.label.toLowerCase() === folded || option.value.toLowerCase() === folded)
  return found?.value
}

/** How a choice is written: by its label where that names this choice and no other, else by its value. The inverse of `optionOf`. */
export function writtenOption(value: string, options: readonly AttributeOption[]): string {
  const label = options.find((option) => option.value === value)?.label
  return label !== undefined && matchOption(label, options) === value ? label : value
}
