import type { Problem } from '#faults/fault.ts'
import { commonProperties } from '#attributes/properties.ts'
import { refuse, type AttributeType } from '#attributes/type.ts'

export const select = {
  name: 'select',
  label: 'attributes.type.select.name',
  description: 'attributes.type.select.description',
  icon: 'list',
  control: 'select',
  cell: 'select',
  edm: 'Edm.String',
  column: () => 'text collate "C"',
  columnName: (uri) => uri,
  properties: [...commonProperties, 'searchable', 'options'],
  defaults: {},
  check: ({ options }) => {
    if (options.length === 0) return [{ code: 'validation.required', target: 'options' }]
    return [...twice('value', options), ...twice('label', options)]
  },
  reader: ({ options }) => {
    const values = new Set(options.map((option) => option.value))
    return (value) => (typeof value === 'string' && values.has(value) ? value : refuse('validation.option'))
  },
  fromText: (text, { options }) => {
    const folded = text.toLowerCase()
    const found =
      options.find((option) => option.value === text) ??
      options.find((option) => option.label.toLowerCase() === folded || option.value.toLowerCase() === folded)
    return found?.value ?? refuse('validation.option')
  },
  toText: (value, { options }) => options.find((option) => option.value === value)?.label ?? String(value),
  operators: ['eq', 'ne', 'in', 'isnull', 'notnull'],
  widensTo: ['text', 'textarea'],
  samples: ['open'],
  guessRank: 60,
  hint: 'One of a short, fixed list of choices: a state, a category, a priority. Give options with value and label.',
} as const satisfies AttributeType

/** Values are what records keep and labels what imports read, so neither may occur twice. */
function twice(
  key: 'value' | 'label',
  options: readonly { readonly value: string; readonly label: string }[],
): Problem[] {
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
