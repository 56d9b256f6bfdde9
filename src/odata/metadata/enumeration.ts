import type { EnumType } from '#odata/metadata/csdl.ts'
import type { VisibleModel } from '#odata/metadata/visible.ts'
import type { EdmType, Enumeration } from '#odata/model.ts'

/** The enumerations that values of the model have, each once. */
export function enumTypesOf({ sets, operations }: VisibleModel): EnumType[] {
  const inOperations = operations.flatMap(({ parameters, returns }) =>
    [...parameters.values(), ...(returns ? [returns] : [])].flatMap(({ of }) => ('type' in of ? [of] : [])),
  )
  const found = new Map<string, EnumType>()
  for (const value of [...sets.flatMap((set) => [...set.properties.values()]), ...inOperations]) {
    if (value.enumeration) found.set(value.enumeration.name, enumTypeOf(value.enumeration, value.type))
  }
  return [...found.values()]
}

// CSDL 10.2: these types may underlie an enumeration.
const underlying = new Set<string>(['Edm.Byte', 'Edm.SByte', 'Edm.Int16', 'Edm.Int32', 'Edm.Int64'])

function enumTypeOf({ name, flags, members }: Enumeration, type: EdmType): EnumType {
  return { name, flags, underlying: underlying.has(type) ? type : 'Edm.Int32', members: [...members] }
}
