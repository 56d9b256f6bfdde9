import { typeOfProperty } from '#odata/bind/types.ts'
import { rowAddressText } from '#odata/compile/address.ts'
import { wireText } from '#odata/compile/wire.ts'
import type { WireForm } from '#odata/compile/writer.ts'
import type { EntitySet, Property } from '#odata/model.ts'
import { ident, literal } from '#platform/sql.ts'

/** Returns the SQL of a property's stored value. */
export type ReadColumn = (property: Property) => string

/** The select list of properties in their JSON form; the parts of a complex property are nested. */
export function projectionText(
  wire: WireForm,
  set: EntitySet,
  properties: readonly Property[],
  read: ReadColumn,
): string[] {
  const stored = properties.filter((property) => property.type !== 'Edm.Stream')
  const streams = wire.metadata === 'none' ? [] : properties.flatMap((property) => streamTexts(set, property, read))
  if (!set.complexes) {
    return [...stored.map((property) => `${valueText(wire, property, read)} as ${ident(property.name)}`), ...streams]
  }
  const tops = Map.groupBy(stored, ({ name }) => name.split('/')[0] ?? name)
  const texts = [...tops].map(([name, within]) => `${partText(wire, set, { name, within, read })} as ${ident(name)}`)
  return [...texts, ...streams]
}

/** The annotations of a media stream (JSON format 9): media type, version and link. The content has its own address. */
function streamTexts(set: EntitySet, { name, content }: Property, read: ReadColumn): readonly string[] {
  if (!content) return []
  const [mediaType, etag] = [read(content.mediaType), read(content.etag)]
  const link = `case when ${mediaType} is not null then ${rowAddressText(set, read)} || ${literal(`/${name}`)} end`
  return [
    `${mediaType} as ${ident(`${name}@odata.mediaContentType`)}`,
    `'"' || ${etag} || '"' as ${ident(`${name}@odata.mediaEtag`)}`,
    `${link} as ${ident(`${name}@odata.mediaReadLink`)}`,
  ]
}

function valueText(wire: WireForm, property: Property, read: ReadColumn): string {
  return wireText(wire, typeOfProperty(property), read(property))
}

type Part = { readonly name: string; readonly within: readonly Property[]; readonly read: ReadColumn }

/**
 * A single property, or a complex property with the parts `within`. A complex property is null where all its parts are
 * null.
 */
export function partText(wire: WireForm, set: EntitySet, { name, within, read }: Part): string {
  const complex = set.complexes?.get(name)
  const [only] = within
  if (!complex) return only ? valueText(wire, only, read) : 'null'
  const inner = Map.groupBy(within, (part) => `${name}/${part.name.slice(name.length + 1).split('/')[0]}`)
  const members = [...inner].map(([path, parts]) => {
    return `${literal(path.slice(name.length + 1))}, ${partText(wire, set, { name: path, within: parts, read })}`
  })
  const object = `json_build_object(${members.join(', ')})`
  if (!complex.nullable) return object
  // All parts decide about null, including parts that are not shown.
  const all = [...set.properties.values()].filter((part) => part.name.startsWith(`${name}/`)).map(read)
  return `case when num_nonnulls(${all.join(', ')}) > 0 then ${object} end`
}
