import type { BoundType } from '#odata/bind/bound.ts'
import { tableAt } from '#odata/bind/scope.ts'
import { addressText } from '#odata/compile/address.ts'
import type { ReadRow } from '#odata/compile/rows.ts'
import { quotedName, type WireForm, type Writer } from '#odata/compile/writer.ts'
import type { Property } from '#odata/model.ts'
import { queryLimits } from '#odata/syntax/limits.ts'
import { literal } from '#platform/sql.ts'

/**
 * The control information of a row with `odata.metadata=full`: its type, its address and the links of its relations.
 */
export function rowControls(writer: Writer, table: number, read: ReadRow): readonly string[] {
  const { set } = tableAt(writer.guarded.query, table)
  const address = addressText(writer, table, read)
  const relations = [...set.navigations.keys(), ...(set.collections?.keys() ?? [])]
  return [
    `${literal(`#${namespaceOf(writer)}.${set.typeName ?? set.name}`)} as "@odata.type"`,
    `${address} as "@odata.id"`,
    ...(set.updatable === false ? [] : [`${address} as "@odata.editLink"`]),
    ...relations.flatMap((name) => [
      `${address} || ${literal(`/${name}`)} as ${quotedName(`${name}@odata.navigationLink`)}`,
      `${address} || ${literal(`/${name}/$ref`)} as ${quotedName(`${name}@odata.associationLink`)}`,
    ]),
  ]
}

// Types that JSON itself reveals (JSON format 4.01, 4.6.3). The parts of a complex property carry their own types.
const selfEvident: ReadonlySet<string> = new Set(['Edm.String', 'Edm.Boolean', 'Edm.Double', 'Edm.Stream'])

/** A type annotation beside a value. */
export type TypeControl = { readonly name: string; readonly type: string }

/**
 * Types of values that only the query defines, such as sums. No metadata document describes them, so the annotation is
 * left out only without metadata.
 */
export function givenTypes(
  writer: Writer,
  { metadata }: WireForm,
  values: readonly { readonly name: string; readonly type: BoundType }[],
): readonly TypeControl[] {
  if (metadata === 'none') return []
  return values.flatMap((value) => {
    const [name, type] = [`${value.name}@odata.type`, nameOf(writer, value.type)]
    return type === undefined || isCut(name) ? [] : [{ name, type: `#${type}` }]
  })
}

// Annotations are temporary column names, and PostgreSQL truncates long names.
function isCut(name: string): boolean {
  return encodeURIComponent(name).replace(/%../g, '-').length > queryLimits.nameBytes
}

function nameOf(writer: Writer, type: BoundType): string | undefined {
  if (typeof type === 'string') return type === 'null' || selfEvident.has(type) ? undefined : type.replace('Edm.', '')
  if (!('of' in type)) return `${namespaceOf(writer)}.${type.name}`
  const one = typeof type.of === 'string' ? type.of.replace('Edm.', '') : nameOf(writer, type.of)
  return `Collection(${one})`
}

/** Type annotations of the properties whose type JSON does not reveal. */
export function typeControls(writer: Writer, properties: readonly Property[]): readonly string[] {
  return properties
    .filter(({ name, type, enumeration }) => !name.includes('/') && (enumeration ?? !selfEvident.has(type)))
    .map((property) => `${literal(`#${typeNameOf(writer, property)}`)} as ${quotedName(`${property.name}@odata.type`)}`)
}

function typeNameOf(writer: Writer, { type, enumeration, collection }: Property): string {
  const name = enumeration ? `${namespaceOf(writer)}.${enumeration.name}` : type.replace('Edm.', '')
  return collection ? `Collection(${name})` : name
}

function namespaceOf({ namespace = 'Model' }: Writer): string {
  return namespace
}
