import { columnOf, fieldLabel, optionLabelOf, valueTypeOf, type Field } from '#attributes/attribute.ts'
import { listMetadata } from '#attributes/listMetadata.ts'
import { fieldDefault } from '#attributes/record.ts'
import type { EdmName } from '#attributes/type.ts'
import { isSearched } from '#entities/searchFields.ts'
import type { TextKey } from '#language/translate.ts'
import type { Property } from '#odata/model.ts'

/** The description of a field in the API, for readers and writers. */
export function odataPropertyOf(field: Field, translate: (key: TextKey) => string): Property {
  const edm = edmOf(field)
  const isSystem = 'label' in field
  const isOwner = isSystem && field.uri === 'owner'
  // System-assigned numbers are ignored in bodies, like all values that only the server sets.
  const computed = (isSystem && field.readonly) || field.type === 'autonumber'
  return {
    name: columnOf(field),
    ...(isCollection(edm) ? { type: itemOf[edm], collection: true } : { type: edm }),
    nullable: !(isSystem && field.required),
    // Product ruling 2.4: attributes that are not queryable can be read, but neither filtered nor sorted.
    filterable: field.queryable,
    sortable: field.queryable && !isCollection(edm),
    searchable: isSearched(field),
    ...(listMetadata[field.type].words === 'telephone' && isSearched(field) && { telephone: true }),
    title: fieldLabel(field, translate),
    ...given('description', field.description),
    ...(computed ? { computed } : field.readonly && { immutable: true }),
    ...(isOwner && { computedDefault: true }),
    // Older records may hold null where a field became required later, so the property is nullable and required.
    ...(field.required && fieldDefault(field) === null && !computed && !isOwner && { required: true }),
    ...given('minLength', field.minlength || null),
    ...given('maxLength', field.maxlength),
    // Moments are stored to the millisecond; a missing precision would mean whole seconds.
    ...given('precision', edm === 'Edm.DateTimeOffset' ? 3 : field.precision),
    ...given('scale', edm === 'Edm.Decimal' ? field.scale : null),
    ...given('default', typeof field.default === 'object' ? null : field.default),
    ...given('pattern', field.pattern === null ? null : `^(?:${field.pattern})$`),
    ...given('minimum', field.min),
    ...given('maximum', field.max),
    ...(field.options.length > 0 && {
      options: field.options.map(({ value }) => ({ value, label: optionLabelOf(field, value, translate) })),
    }),
  }
}

type CollectionName = Extract<EdmName, `Collection(${string}`>
const itemOf = { 'Collection(Edm.String)': 'Edm.String', 'Collection(Edm.Guid)': 'Edm.Guid' } as const

function isCollection(edm: EdmName): edm is CollectionName {
  return Object.hasOwn(itemOf, edm)
}

function edmOf(field: Field): EdmName {
  const { edm } = valueTypeOf(field)
  if (edm === null) throw new Error(`${field.uri} has no value`)
  return edm
}

function given<Name extends keyof Property>(name: Name, value: Property[Name] | null): Partial<Property> {
  return value === null || value === undefined ? {} : { [name]: value }
}
