import type { Problem } from '#faults/fault.ts'
import type { AttributeOption, Properties } from '#attributes/properties.ts'

/** What does not fit together among the choices. Values are what records keep and labels what imports read, so neither may occur twice. */
export function optionProblems({ options }: Properties): Problem[] {
  if (options.length === 0) return [{ code: 'validation.required', target: 'options' }]
  return [...twice('value', options), ...twice('label', options)]
}

function twice(key: 'value' | 'label', options: readonly AttributeOption[]): Problem[] {
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
