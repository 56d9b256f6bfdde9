import type { BoundType } from '#odata/bind/bound.ts'
import { tableAt } from '#odata/bind/scope.ts'
import { addressText } from '#odata/compile/address.ts'
import type { ReadRow } from '#odata/compile/rows.ts'
import { quotedName, type WireForm, type Writer } from '#odata/compile/writer.ts'
import type { Property } from '#odata/model.ts'
import { queryLimits } from '#odata/syntax/limits.ts'
import { literal } from '#platform/sql.ts'

/** What `odata.metadata=full` says of a row before its values: its type, its address and where its relations are. */
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

// JSON alone tells these (JSON format 4.01, 4.6.3); of a complex property the parts tell for themselves.
const selfEvident: ReadonlySet<string> = new Set(['Edm.String', 'Edm.Boolean', 'Edm.Double', 'Edm.Stream'])

/** The type of a value, said beside it. */
export type TypeControl = { readonly name: string; readonly type: string }

/**
 * The types of values that only the query knows, such as sums: no description tells them, so everybody is told but those who
 * want no metadata.
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

// They are names of columns on their way, and PostgreSQL cuts long ones off.
function isCut(name: string): boolean {
  return encodeURIComponent(name).replace(/%../g, '-').length > queryLimits.nameBytes
}

function nameOf(writer: Writer, type: BoundType): string | undefined {
  if (typeof type === 'string') return type === 'null' || selfEvident.has(type) ? undefined : type.replace('Edm.', '')
  if (!('of' in type)) return `${namespaceOf(writer)}.${type.name}`
  const one = typeof type.of === 'string' ? type.of.replace('Edm.', '') : nameOf(writer, type.of)
  return `Collection(${one})`
}

/** What it says of the types of properties that JSON does not tell. */
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
