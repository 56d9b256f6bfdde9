import * as z from 'zod/mini'
import { dayOf } from '#dates/calendar.ts'
import { decimalOf } from '#decimals/decimal.ts'
import type { ScopeField, Fields, Type } from '#expressions/type.ts'
import type { Problem } from '#faults/fault.ts'
import { descriptionSchema } from '#text/name.ts'

export const variableTypes = ['text', 'number', 'boolean', 'date', 'json'] as const
export type VariableType = (typeof variableTypes)[number]

/** A value of the environment that expressions read as `variable.key` (product ruling 2.15). */
export type Variable = {
  readonly id: string
  readonly key: string
  readonly type: VariableType
  /** As values travel: numbers are texts, days `YYYY-MM-DD`; what is JSON is its text. */
  readonly value: string | boolean | null
  readonly description: string | null
  readonly version: number
  /** The change that last touched it. */
  readonly change_id: string
}

/** The name under which expressions find the variables. */
export const variableRoot = 'variable'
/** A small letter, then small letters, digits and underscores, 2 to 40 in all. */
export const variableKeyPattern = /^[a-z][a-z0-9_]{1,39}$/
export const variableLimit = 500
const valueLength = 4000
const digits = 40

const valueSchema = z.pipe(
  z.nullable(z.union([z.string().check(z.maxLength(valueLength, 'validation.tooLong')), z.boolean(), z.number()])),
  z.transform((value) => (typeof value === 'number' ? String(value) : value === '' ? null : value)),
)

/** A new variable as the screen and the API send it. */
export const variableDraftShape = {
  key: z.string().check(z.regex(variableKeyPattern, 'variable.key')),
  type: z.enum(variableTypes, 'validation.option'),
  value: z.optional(valueSchema),
  description: z.optional(descriptionSchema),
} as const
const draft = z.strictObject(variableDraftShape)
export type VariableDraft = Readonly<z.output<typeof draft>>

/** What may be said anew about a variable. `key` is taken only to refuse a different one with its own message. */
export const variablePatchShape = {
  key: z.optional(z.string()),
  type: z.optional(z.enum(variableTypes, 'validation.option')),
  value: z.optional(valueSchema),
  description: z.optional(descriptionSchema),
} as const
const patch = z.strictObject(variablePatchShape)
export type VariablePatch = Readonly<z.output<typeof patch>>

/** The whole variable that a draft describes. */
export function variableOf(
  { key, type, value, description }: VariableDraft,
  place: { readonly id: string; readonly change_id: string },
): Variable {
  return { ...place, key, type, value: value ?? null, description: description ?? null, version: 1 }
}

/** Whether the value is one of the variable's type; a variable may be without a value. */
export function variableProblems({ type, value }: Variable): Problem[] {
  if (value === null || fits(type, value)) return []
  return [{ code: refusals[type], target: 'value' }]
}

/** The variables as the group of names that expressions know them by. */
export function variableField(variables: Iterable<Variable>): ScopeField {
  const fields: Fields = new Map(
    [...variables].map(({ id, key, type }) => [key, { name: key, id, type: typeOfVariable(type) }]),
  )
  return { name: variableRoot, type: { kind: 'record', entity: null, fields: () => fields } }
}

const refusals = {
  text: 'validation.type',
  number: 'validation.decimal',
  boolean: 'validation.type',
  date: 'validation.date',
  json: 'variable.json',
} as const

function fits(type: VariableType, value: string | boolean): boolean {
  if (typeof value === 'boolean') return type === 'boolean'
  switch (type) {
    case 'text':
      return true
    case 'number':
      return value.length <= digits && decimalOf(value) !== null
    case 'date':
      return dayOf(value) !== null
    case 'json':
      return isJson(value)
    case 'boolean':
      return false
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

// What is JSON is read as its text.
function typeOfVariable(type: VariableType): Type {
  return { kind: type === 'json' ? 'text' : type }
}
