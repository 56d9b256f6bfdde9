import type { SystemAttribute } from '#attributes/attribute.ts'
import { neutralProperties } from '#attributes/properties.ts'

/** The value of `related_entity` for principals: members, teams and units of the environment. */
export const principalTarget = '_principal'
/** Longest display name of a record. Product ruling part 6, 2. */
export const recordNameLength = 250
export const recordStatuses = ['active', 'inactive', 'disabled'] as const

/** The common record fields of specification 3, in the order of their columns. */
export const systemAttributes: readonly SystemAttribute[] = [
  { ...field('id', 'id', 'entities.system.id'), required: true },
  {
    ...field('name', 'text', 'entities.system.name'),
    readonly: false,
    searchable: true,
    maxlength: recordNameLength,
  },
  {
    ...field('status', 'select', 'entities.system.status'),
    readonly: false,
    required: true,
    default: 'active',
    options: recordStatuses.map((value) => ({ value, label: value, color: null, active: true })),
    optionLabels: {
      active: 'entities.status.active',
      inactive: 'entities.status.inactive',
      disabled: 'entities.status.disabled',
    },
  },
  { ...field('version', 'number', 'entities.system.version'), required: true },
  { ...field('created_on', 'datetime', 'entities.system.createdOn'), required: true },
  { ...principal('created_by', 'entities.system.createdBy'), required: true },
  { ...field('updated_on', 'datetime', 'entities.system.updatedOn'), required: true },
  { ...principal('updated_by', 'entities.system.updatedBy'), required: true },
  { ...principal('owner', 'entities.system.owner'), readonly: false, required: true },
  { ...principal('owning_unit', 'entities.system.owningUnit'), required: true },
]

/** The common record fields of entities whose names are computed. */
const filledNameAttributes: readonly SystemAttribute[] = systemAttributes.map((each) =>
  each.uri === 'name' ? { ...each, readonly: true } : each,
)

/** The common record fields of an entity; the name is read-only where the system computes it. */
export function commonFieldsOf({ naming }: { readonly naming: string | null }): readonly SystemAttribute[] {
  return naming === null ? systemAttributes : filledNameAttributes
}

/** Names that an attribute cannot have: product ruling part 6, 4. */
export const reservedAttributeUris: ReadonlySet<string> = new Set([
  ...systemAttributes.map(({ uri }) => uri),
  ...'xmin xmax cmin cmax ctid tableoid'.split(' '),
  ...'and or not null true false any all in'.split(' '),
])

function field(uri: string, type: SystemAttribute['type'], label: SystemAttribute['label']): SystemAttribute {
  return {
    ...neutralProperties,
    id: uri,
    entity_id: '',
    uri,
    name: uri,
    description: null,
    type,
    label,
    managed: true,
    readonly: true,
    version: 1,
    change_id: '',
  }
}

function principal(uri: string, label: SystemAttribute['label']): SystemAttribute {
  return { ...field(uri, 'N:1', label), related_entity: principalTarget }
}
