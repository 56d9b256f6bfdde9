import type { Properties, PropertyName } from '#attributes/propertySchema.ts'

// Their schemas stand apart: pages that only read records load none.
export type { AttributeOption, Properties, PropertyName, Validator } from '#attributes/propertySchema.ts'

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
  related_view: null,
  related_filter: null,
  relationship_id: null,
  parent_attribute: null,
  validators: [],
  input_trigger: null,
  maxsize: null,
  maxcount: null,
  accept: [],
  currency: null,
  stars: null,
  format: null,
  nogaps: false,
  expression: null,
  result: null,
  rollup: null,
  shown_over_hidden: false,
  query: null,
  run: null,
  default_expression: null,
  position: 0,
}

/** Properties of types whose values nobody gives. */
export const shownProperties: readonly PropertyName[] = [
  ...(['pretext', 'undertext', 'icon', 'cssclass', 'queryable', 'position'] as const),
]

/** Properties that every type with a column understands. */
export const commonProperties: readonly PropertyName[] = [
  'pretext',
  'undertext',
  'icon',
  'placeholder',
  'title',
  'cssclass',
  'default',
  'default_expression',
  'required',
  'validators',
  'input_trigger',
  'readonly',
  'auditable',
  'queryable',
  'position',
]
