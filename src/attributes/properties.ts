import type { Properties, PropertyName } from '#attributes/propertySchema.ts'

// Their schemas stand apart: pages that only read records load none.
export type { Option, Properties, PropertyName } from '#attributes/propertySchema.ts'

/** What a property is worth while nobody has set it. Product ruling 2.4: new attributes start auditable. */
export const neutralProperties: Properties = {
  pretext: null,
  undertext: null,
  icon: null,
  placeholder: null,
  title: null,
  cssclass: null,
  default: null,
  required: false,
  unique: false,
  readonly: false,
  searchable: false,
  auditable: true,
  queryable: true,
  minlength: null,
  maxlength: null,
  min: null,
  max: null,
  pattern: null,
  autocomplete: null,
  autocapitalize: null,
  spellcheck: null,
  options: [],
  precision: null,
  scale: null,
  related_entity: null,
  position: 0,
}

/** Properties that every type with a column understands. */
export const commonProperties: readonly PropertyName[] = [
  'pretext',
  'undertext',
  'icon',
  'placeholder',
  'title',
  'cssclass',
  'default',
  'required',
  'readonly',
  'auditable',
  'queryable',
  'position',
]
