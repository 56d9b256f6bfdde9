import * as z from 'zod/mini'
import { cssClasses } from '#attributes/cssClass.ts'
import { sideTextLength } from '#attributes/sideText.ts'
import { lengthBetween } from '#text/name.ts'

const uuid = z.uuid('request.idInvalid')
const line = (max: number) => z.nullable(z.string().check(z.maxLength(max, 'validation.tooLong')))
const count = (max: number) => z.nullable(z.int('validation.integer').check(z.gte(0), z.lte(max)))
/** A bound keeps every digit, so it is stored as text; a JSON number is taken too. */
const bound = z.nullable(
  z.pipe(
    z.union([z.string().check(z.maxLength(40, 'validation.tooLong')), z.number()]),
    z.transform((value) => String(value).trim()),
  ),
)

export const optionSchema = z.strictObject({
  value: z.string().check(z.trim(), lengthBetween(1, 100)),
  label: z.string().check(z.trim(), lengthBetween(1, 100)),
  color: z.prefault(z.nullable(z.string().check(z.regex(/^#[0-9a-f]{6}$/i, 'validation.color'))), null),
  active: z.prefault(z.boolean(), true),
  icon: z.optional(line(64)),
  description: z.optional(line(255)),
  /** The value of the parent attribute's choice under which this one is offered. */
  parent: z.optional(line(100)),
  default: z.optional(z.boolean()),
})
/** A choice of a select. `value` is what records keep and never changes; `label` is what people see. */
export type AttributeOption = Readonly<z.output<typeof optionSchema>>

export const validatorNames = [
  ...(['iban', 'vat-eu', 'phone-e164', 'luhn', 'future', 'past', 'same-as', 'expression'] as const),
] as const
/** A named check beside those of the type; `attribute` is the other one of same-as, `expression` a formula that must be true. */
const validatorSchema = z.strictObject({
  name: z.enum(validatorNames, 'validation.option'),
  attribute: z.optional(uuid),
  expression: z.optional(z.string().check(lengthBetween(1, 4000))),
})
export type Validator = Readonly<z.output<typeof validatorSchema>>

export const inputEffects = ['recalculate', 'rules', 'lookups', 'automation'] as const
/** Product ruling 2.7: what happens when the user changes this input. */
const inputTriggerSchema = z.strictObject({
  on: z.enum(['none', 'input', 'change', 'blur', 'enter'], 'validation.option'),
  effects: z.readonly(
    z
      .array(
        z.strictObject({
          kind: z.enum(inputEffects, 'validation.option'),
          automation: z.optional(uuid),
        }),
      )
      .check(z.maxLength(10, 'validation.tooLong')),
  ),
})

export const rollupFunctions = ['count', 'sum', 'min', 'max', 'average', 'first'] as const
/** What a rollup reads: `path` are uris of attributes or relationships that lead to the records, `attribute` is the uri of theirs. */
const rollupSchema = z.strictObject({
  path: z.readonly(
    z.array(z.string().check(lengthBetween(1, 64))).check(z.minLength(1, 'validation.required'), z.maxLength(4)),
  ),
  function: z.enum(rollupFunctions, 'validation.option'),
  attribute: z.optional(z.nullable(z.string().check(lengthBetween(1, 64)))),
  filter: z.optional(z.nullable(z.string().check(z.maxLength(4000, 'validation.tooLong')))),
})
export type Rollup = Readonly<z.output<typeof rollupSchema>>

/** What a data query asks: OData text with `{uri}` for values of the record, and how its answer is shown. */
const querySchema = z.strictObject({
  text: z.string().check(z.trim(), lengthBetween(1, 4000)),
  show: z.enum(['number', 'list', 'chart'], 'validation.option'),
})
export type DataQuery = Readonly<z.output<typeof querySchema>>

/** What a button runs, and what it asks before. */
const runSchema = z.strictObject({
  automation: z.nullable(uuid),
  confirm: z.optional(line(255)),
})

export const formulaResults = ['text', 'number', 'decimal', 'boolean', 'date', 'datetime'] as const

/**
 * The properties of an attribute that a maker sets (specification 3), by their wire names. Which of them apply is
 * said by its type; the others keep their neutral value.
 */
export const propertyShape = {
  pretext: line(sideTextLength),
  undertext: line(sideTextLength),
  icon: line(64),
  placeholder: line(255),
  /** The maker's message when validation fails, with the placeholders {min}, {max}, {value}. */
  title: line(255),
  cssclass: z.nullable(z.enum(cssClasses, 'validation.option')),
  default: z.nullable(
    z.union([
      z.string().check(z.maxLength(4000, 'validation.tooLong')),
      z.number(),
      z.boolean(),
      z.readonly(z.array(z.string().check(z.maxLength(100, 'validation.tooLong'))).check(z.maxLength(100))),
    ]),
  ),
  required: z.boolean(),
  unique: z.boolean(),
  readonly: z.boolean(),
  searchable: z.boolean(),
  auditable: z.boolean(),
  queryable: z.boolean(),
  minlength: count(100_000),
  maxlength: count(100_000),
  min: bound,
  max: bound,
  pattern: line(256),
  autocomplete: line(64),
  autocapitalize: z.nullable(z.enum(['none', 'sentences', 'words', 'characters'])),
  spellcheck: z.nullable(z.boolean()),
  options: z.readonly(z.array(optionSchema).check(z.maxLength(1000, 'validation.tooLong'))),
  precision: z.nullable(z.int('validation.integer').check(z.gte(1), z.lte(38))),
  scale: z.nullable(z.int('validation.integer').check(z.gte(0), z.lte(18))),
  /** Id of the entity that a lookup points to. */
  related_entity: z.nullable(uuid),
  /** The view that lists the candidates of a lookup. */
  related_view: z.nullable(uuid),
  /** A formula over the candidate and the `form` that the candidates of a lookup must fulfil. */
  related_filter: line(4000),
  relationship_id: z.nullable(uuid),
  /** Id of the select of the same entity whose choice decides which options are offered. */
  parent_attribute: z.nullable(uuid),
  validators: z.readonly(z.array(validatorSchema).check(z.maxLength(10, 'validation.tooLong'))),
  input_trigger: z.nullable(inputTriggerSchema),
  /** Most bytes of one file, most files, and their media types or extensions (`image/*`, `.pdf`). */
  maxsize: z.nullable(z.int('validation.integer').check(z.gte(1), z.lte(2_147_483_647))),
  maxcount: z.nullable(z.int('validation.integer').check(z.gte(1), z.lte(100))),
  accept: z.readonly(
    z.array(z.string().check(z.trim(), lengthBetween(1, 127))).check(z.maxLength(50, 'validation.tooLong')),
  ),
  /** ISO 4217. */
  currency: z.nullable(z.string().check(z.regex(/^[A-Z]{3}$/, 'validation.pattern'))),
  stars: z.nullable(z.int('validation.integer').check(z.gte(3), z.lte(10))),
  /** Of an autonumber: `INV-{YYYY}-{0000}`. */
  format: line(64),
  nogaps: z.boolean(),
  /** Of a formula, as the maker typed it. */
  expression: line(4000),
  /** The type of what a formula or rollup gives. */
  result: z.nullable(z.enum(formulaResults, 'validation.option')),
  rollup: z.nullable(rollupSchema),
  /** Of a formula or rollup: people who may not read what it is computed from still read its value. */
  shown_over_hidden: z.boolean(),
  query: z.nullable(querySchema),
  run: z.nullable(runSchema),
  /** A formula evaluated on the server when a record is created; beside the literal `default`. */
  default_expression: line(4000),
  position: z.int('validation.integer').check(z.gte(0), z.lte(100_000)),
} as const

const whole = z.object(propertyShape)
export type Properties = Readonly<z.output<typeof whole>>
export type PropertyName = keyof Properties
