import type { TextKey } from '#language/translate.ts'
import type { AttributeDraft } from '#attributes/attributeSchema.ts'
import { listMetadata, type ListMetadata } from '#attributes/listMetadata.ts'
import { neutralProperties, type Properties } from '#attributes/properties.ts'
import type { AttributeTypeName } from '#attributes/types.ts'

export type { AttributeDraft, AttributePatch } from '#attributes/attributeSchema.ts'

/** A column of an entity: what the maker said about it (specification 3), whole and checked. */
export type Attribute = Properties & {
  readonly id: string
  readonly entity_id: string
  readonly uri: string
  readonly name: string
  readonly description: string | null
  readonly type: AttributeTypeName
  /** Belongs to the system or an installed package: makers cannot change it. */
  readonly managed: boolean
  readonly version: number
  /** The change that last touched it. */
  readonly change_id: string
}

/** A common record field (specification 3), shaped as an attribute; its label is a text of ours instead of a maker's name. */
export type SystemAttribute = Attribute & {
  readonly label: TextKey
  readonly optionLabels?: Readonly<Record<string, TextKey>>
}
export type Field = Attribute | SystemAttribute

/** The whole attribute that a draft describes. */
export function attributeOf(
  draft: AttributeDraft,
  place: { readonly id: string; readonly entity_id: string; readonly change_id: string; readonly position: number },
): Attribute {
  const { id: _id, description, name, uri, type, managed, ...given } = draft
  return {
    ...neutralProperties,
    position: place.position,
    ...listMetadata[type].defaults,
    ...withoutUndefined(given),
    id: place.id,
    entity_id: place.entity_id,
    uri,
    name,
    description: description ?? null,
    type,
    managed: managed ?? false,
    version: 1,
    change_id: place.change_id,
  }
}

/** The column that holds the attribute's value; also the name of its property in JSON and OData. */
export function columnOf(attribute: Pick<Attribute, 'type' | 'uri'>): string {
  return listMetadata[attribute.type].columnName(attribute.uri)
}

/** Whether the attribute has a column; others are computed on read, or are no values at all. */
export function isStored(attribute: Attribute): boolean {
  return listMetadata[attribute.type].column(attribute) !== null
}

/** Whether people may read its values: those of a password are compared and replaced, never shown. */
export function isReadable(attribute: Attribute): boolean {
  return listMetadata[attribute.type].holds !== 'secret' && isStored(attribute)
}

/** Whether its values are computed when they are read: those of a formula or rollup of which is known what it gives. */
export function isComputed({ type, result }: Pick<Attribute, 'type' | 'result'>): boolean {
  return listMetadata[type].holds === 'computed' && result !== null
}

/** Whether its values are files, or pictures. */
export function isOfFiles({ type }: Pick<Attribute, 'type'>): boolean {
  return listMetadata[type].holds === 'files'
}

/** Whether its values are among options of its own. */
export function isChoice({ type }: Pick<Attribute, 'type'>): boolean {
  return listMetadata[type].filter === 'choice'
}

/** Whether it links to one other row: a record, or a principal. */
export function isLink({ type }: Pick<Attribute, 'type'>): boolean {
  return listMetadata[type].holds === 'link'
}

/** Whether lists can show its values; a password has none to show, a button none at all. */
export function isListed(attribute: Pick<Attribute, 'type' | 'result'>): boolean {
  return listMetadata[attribute.type].holds !== 'secret' && valueTypeOf(attribute).edm !== null
}

/** The type of the values that the attribute shows: its own, or what its formula or rollup gives. */
export function valueTypeOf(attribute: Pick<Attribute, 'type' | 'result'>): ListMetadata {
  return listMetadata[valueTypeName(attribute)]
}

/** The name of the type of the values that the attribute shows. */
export function valueTypeName({ type, result }: Pick<Attribute, 'type' | 'result'>): AttributeTypeName {
  return result !== null && listMetadata[type].holds === 'computed' ? result : type
}

/** What people read as the field's name: the maker's, or our text for a common record field. */
export function fieldLabel(field: Field, translate: (key: TextKey) => string): string {
  return 'label' in field ? translate(field.label) : field.name
}

/** What people read for a choice; an unknown value stands for itself. */
export function optionLabelOf(field: Field, value: string, translate: (key: TextKey) => string): string {
  const key = 'optionLabels' in field ? field.optionLabels?.[value] : undefined
  if (key) return translate(key)
  return field.options.find((option) => option.value === value)?.label ?? value
}

function withoutUndefined<Thing extends object>(
  thing: Thing,
): { [Key in keyof Thing]: Exclude<Thing[Key], undefined> } {
  return Object.fromEntries(Object.entries(thing).filter(([, value]) => value !== undefined)) as never
}
