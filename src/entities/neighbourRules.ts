import type { Problem } from '#faults/fault.ts'
import { columnOf, isReadable, type Attribute } from '#attributes/attribute.ts'
import { readDataQuery } from '#attributes/dataQueryText.ts'
import { understandsType } from '#attributes/validators.ts'
import { systemAttributes } from '#entities/system.ts'

/** Problems between an attribute and the other attributes of its entity. */
export function neighbourProblems(attribute: Attribute, neighbours: readonly Attribute[]): Problem[] {
  return [
    ...parentProblems(attribute, neighbours),
    ...validatorProblems(attribute, neighbours),
    ...queryProblems(attribute, neighbours),
  ]
}

/** The placeholders of a data query are columns of the record. */
function queryProblems({ query }: Attribute, neighbours: readonly Attribute[]): Problem[] {
  const text = query && readDataQuery(query.text)
  if (!text) return []
  const known = new Set([...systemAttributes, ...neighbours.filter(isReadable)].map(columnOf))
  return text.placeholders
    .filter((column) => !known.has(column))
    .map((name) => ({ code: 'validation.unknown', target: 'query.text', parameters: { name } }))
}

/** Product ruling 2.5: the parent of a dependent choice is another choice of the same entity; cycles are refused. */
function parentProblems(attribute: Attribute, neighbours: readonly Attribute[]): Problem[] {
  const { id, parent_attribute, options } = attribute
  const parented = options.map(({ parent }, index) => ({ parent: parent ?? null, target: `options.${index}.parent` }))
  if (parent_attribute === null) {
    const isOrphan = parented.some(({ parent }) => parent !== null)
    return isOrphan ? [{ code: 'validation.required', target: 'parent_attribute' }] : []
  }
  const parent = neighbours.find((each) => each.id === parent_attribute)
  if (parent?.type !== 'select' || ancestors(parent.id, neighbours).has(id))
    return [{ code: 'validation.unknown', target: 'parent_attribute', parameters: { name: parent_attribute } }]
  const offered = new Set<string | null>(parent.options.map(({ value }) => value))
  return parented.flatMap(({ parent: value, target }): Problem[] =>
    value === null || offered.has(value) ? [] : [{ code: 'validation.option', target }],
  )
}

/** The ids of an attribute and all its parent choices. */
function ancestors(id: string, neighbours: readonly Attribute[]): ReadonlySet<string> {
  const seen = new Set<string>()
  let next: string | null = id
  while (next !== null && !seen.has(next)) {
    seen.add(next)
    const here: string = next
    next = neighbours.find((each) => each.id === here)?.parent_attribute ?? null
  }
  return seen
}

function validatorProblems({ id, type, validators }: Attribute, neighbours: readonly Attribute[]): Problem[] {
  return validators.flatMap(({ name, attribute, expression }, index): Problem[] => {
    const target = `validators.${index}`
    if (!understandsType(name, type)) return [{ code: 'attribute.notApplicable', target, parameters: { type } }]
    if (name === 'expression' && !expression) return [{ code: 'validation.required', target: `${target}.expression` }]
    if (name !== 'same-as') return []
    const other = neighbours.find((each) => each.id === attribute)
    if (other && other.id !== id && other.type === type) return []
    return [{ code: 'validation.unknown', target: `${target}.attribute`, parameters: { name: attribute ?? '' } }]
  })
}
