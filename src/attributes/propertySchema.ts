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
})
/** A choice of a select. `value` is what records keep and never changes; `label` is what people see. */
export type Option = Readonly<z.output<typeof optionSchema>>

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
  default: z.nullable(z.union([z.string().check(z.maxLength(4000, 'validation.tooLong')), z.number(), z.boolean()])),
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
  position: z.int('validation.integer').check(z.gte(0), z.lte(100_000)),
} as const

const whole = z.object(propertyShape)
export type Properties = Readonly<z.output<typeof whole>>
export type PropertyName = keyof Properties
