import type { Problem } from '#faults/fault.ts'
import type { Option, Properties } from '#attributes/properties.ts'

/** The value of the choice that a text names: by its value or, however it is written, by its label. */
export function optionOf(text: string, options: readonly Option[]): string | undefined {
  const folded = text.toLowerCase()
  const found =
    options.find((option) => option.value === text) ??
    options.find((option) => option.label.toLowerCase() === folded || option.value.toLowerCase() === folded)
  return found?.value
}

/** How a choice is written: by its label where that names this choice and no other, else by its value. The inverse of `optionOf`. */
export function writtenOption(value: string, options: readonly Option[]): string {
  const label = options.find((option) => option.value === value)?.label
  return label !== undefined && optionOf(label, options) === value ? label : value
}

/** What does not fit together among the choices. Values are what records keep and labels what imports read, so neither may occur twice. */
export function optionProblems({ options }: Properties): Problem[] {
  if (options.length === 0) return [{ code: 'validation.required', target: 'options' }]
  return [...twice('value', options), ...twice('label', options)]
}

function twice(key: 'value' | 'label', options: readonly Option[]): Problem[] {
  const seen = new Set<string>()
  return options.flatMap((option, index) => {
    const folded = option[key].toLowerCase()
    if (!seen.has(folded)) {
      seen.add(folded)
      return []
    }
    return [{ code: 'validation.taken' as const, target: `options.${index}.${key}` }]
  })
}
