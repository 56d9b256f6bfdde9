import { tableAt } from '#odata/bind/scope.ts'
import { addressText } from '#odata/compile/address.ts'
import type { ReadRow } from '#odata/compile/rows.ts'
import { quoted, type Writer } from '#odata/compile/writer.ts'
import type { Property } from '#odata/model.ts'
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
      `${address} || ${literal(`/${name}`)} as ${quoted(`${name}@odata.navigationLink`)}`,
      `${address} || ${literal(`/${name}/$ref`)} as ${quoted(`${name}@odata.associationLink`)}`,
    ]),
  ]
}

// JSON alone tells these (JSON format 4.01, 4.6.3); of a complex property the parts tell for themselves.
const selfEvident: ReadonlySet<string> = new Set(['Edm.String', 'Edm.Boolean', 'Edm.Double', 'Edm.Stream'])

/** What it says of the types of properties that JSON does not tell. */
export function typeControls(writer: Writer, properties: readonly Property[]): readonly string[] {
  return properties
    .filter(({ name, type, enumeration }) => !name.includes('/') && (enumeration ?? !selfEvident.has(type)))
    .map((property) => `${literal(`#${typeNameOf(writer, property)}`)} as ${quoted(`${property.name}@odata.type`)}`)
}

function typeNameOf(writer: Writer, { type, enumeration, collection }: Property): string {
  const name = enumeration ? `${namespaceOf(writer)}.${enumeration.name}` : type.replace('Edm.', '')
  return collection ? `Collection(${name})` : name
}

function namespaceOf({ namespace = 'Model' }: Writer): string {
  return namespace
}
