import { refuseUnknownName, unsupported } from '#odata/bind/refusals.ts'
import { knownNames } from '#odata/bind/scope.ts'
import type { EntitySet, Property } from '#odata/model.ts'
import type { Nested, SelectItem } from '#odata/syntax/node.ts'

/**
 * The properties that an item of `$select` names: a single one, the parts of a complex property, or all; undefined for
 * unknown names.
 */
export function propertiesOf(set: EntitySet, item: SelectItem): readonly Property[] | undefined {
  if (item.text === '*') return [...set.properties.values()]
  const property = set.properties.get(item.text)
  if (property) {
    if (item.nested) throw unsupported(`$select=${item.text}()`, '$select')
    return [property]
  }
  const name = item.text.replace(/\/\*$/, '')
  if (!set.complexes?.has(name)) return undefined
  if (!item.nested) return [...set.properties.values()].filter((part) => part.name.startsWith(`${name}/`))
  return partsOf(set, name, item.nested)
}

// `address($select=city)` is equivalent to `address/city`.
function partsOf(set: EntitySet, name: string, nested: Nested): readonly Property[] {
  const { select, expand, filter, order, search, compute, apply, top, skip, count, levels } = nested
  const others = [filter, search, apply, top, skip, levels].some((option) => option !== undefined)
  if (!select || others || count || expand.length + order.length + compute.length > 0) {
    throw unsupported(`$select=${name}()`, '$select')
  }
  return select.flatMap((inner) => {
    const item = { ...inner, text: `${name}/${inner.text}` }
    const found = propertiesOf(set, item)
    if (!found) throw refuseUnknownName(item, knownNames(set), '$select')
    return found
  })
}
