import { listMetadata } from '#attributes/listMetadata.ts'
import { isChoice, columnOf, type Field } from '#attributes/attribute.ts'
import type { RowRule } from '#attributes/rowRule.ts'
import type { Refusal, WireValue } from '#attributes/type.ts'
import { listOfTexts } from '#attributes/textList.ts'

/** The values that a write gives, and when. */
export type CrossFieldValues = {
  readonly values: Readonly<Record<string, WireValue>>
  readonly isCreate: boolean
  /** The instant of now, ISO 8601 in UTC; without it nothing is said about the future or the past. */
  readonly now: string | undefined
}

/** What a rule over several values finds: refusals at columns, and what the record must be like beside them. */
export type CrossFieldFinding = { readonly column: string; readonly refusal: Refusal } | { readonly rule: RowRule }

/** A rule that looks beyond one value. */
export type CrossFieldRule = (given: CrossFieldValues) => readonly CrossFieldFinding[]

/** The rules of an entity's fields that look beyond one value; none for most entities. */
export function crossFieldRules(fields: readonly Field[]): readonly CrossFieldRule[] {
  return fields.flatMap((field) => [...choiceRules(field, fields), ...validatorRules(field, fields)])
}

function choiceRules(field: Field, fields: readonly Field[]): CrossFieldRule[] {
  if (!isChoice(field)) return []
  const retired = new Set(field.options.filter(({ active }) => !active).map(({ value }) => value))
  const parent = fields.find(
    (each) => each.id === field.parent_attribute && isChoice(each) && !listMetadata[each.type].isList,
  )
  return [
    ...(retired.size > 0 ? [keptOnly(field, retired)] : []),
    ...(parent && field.options.some((option) => option.parent) ? dependent(field, parent) : []),
  ]
}

/** Product ruling 2.5: an option that is not active stays where it was chosen, and is chosen no more. */
function keptOnly(field: Field, retired: ReadonlySet<string>): CrossFieldRule {
  const column = columnOf(field)
  const isList = listMetadata[field.type].isList === true
  return ({ values, isCreate }) => {
    const chosen = choices(values[column]).filter((value) => retired.has(value))
    if (chosen.length === 0) return []
    if (isCreate) return [{ column, refusal: { code: 'validation.option' } }]
    return [{ rule: { kind: 'holds', column, values: chosen, isList, target: column, code: 'validation.option' } }]
  }
}

/** Product ruling 2.5: dependent choices. An option with a parent value is there only while the parent has that value. */
function dependent(field: Field, parent: Field): CrossFieldRule[] {
  const column = columnOf(field)
  const above = columnOf(parent)
  const isList = listMetadata[field.type].isList === true
  const parentOf = new Map(field.options.flatMap(({ value, parent: of }) => (of ? [[value, of] as const] : [])))
  const refused = { column, refusal: { code: 'validation.option' } } as const
  const rule = ({ values, isCreate }: CrossFieldValues): readonly CrossFieldFinding[] => {
    const isGiven = values[column] !== undefined
    const isMoved = values[above] !== undefined
    const wanted = new Set(choices(values[column]).flatMap((value) => parentOf.get(value) ?? []))
    if (isGiven && wanted.size > 1) return [refused]
    const [value] = wanted
    if (isGiven && (isMoved || isCreate)) return value === undefined || value === values[above] ? [] : [refused]
    const at = { target: column, code: 'validation.option' } as const
    if (isGiven) return value === undefined ? [] : [{ rule: { kind: 'is', column: above, value, ...at } }]
    if (!isMoved || isCreate) return []
    const foreign = [...parentOf].filter(([, of]) => of !== values[above]).map(([option]) => option)
    return foreign.length === 0 ? [] : [{ rule: { kind: 'lacks', column, values: foreign, isList, ...at } }]
  }
  return [rule]
}

function validatorRules(field: Field, fields: readonly Field[]): CrossFieldRule[] {
  return field.validators.flatMap(({ name, attribute }): CrossFieldRule[] => {
    if (name === 'future' || name === 'past') return [timely(field, name)]
    const other = name === 'same-as' ? fields.find(({ id }) => id === attribute) : undefined
    return other ? [sameAs(field, other)] : []
  })
}

function sameAs(field: Field, other: Field): CrossFieldRule {
  const [column, beside] = [columnOf(field), columnOf(other)]
  const code = 'validation.sameAs' as const
  const parameters = { name: other.name }
  return ({ values, isCreate }) => {
    const [mine, theirs] = [values[column], values[beside]]
    if (mine === undefined && theirs === undefined) return []
    if (isCreate || (mine !== undefined && theirs !== undefined)) {
      return same(mine ?? null, theirs ?? null) ? [] : [{ column, refusal: { code, parameters } }]
    }
    const [held, value] = mine === undefined ? [column, theirs] : [beside, mine]
    return [{ rule: { kind: 'is', column: held, value: value ?? null, target: column, code, parameters } }]
  }
}

const day = 86_400_000

/** A day or month is compared with the one that it is somewhere on Earth, so that nobody's today is refused. */
function timely(field: Field, name: 'future' | 'past'): CrossFieldRule {
  const column = columnOf(field)
  return ({ values, now }) => {
    const value = values[column]
    if (typeof value !== 'string' || now === undefined) return []
    const isMoment = listMetadata[field.type].edm === 'Edm.DateTimeOffset'
    const shift = isMoment ? 0 : name === 'future' ? -day / 2 : (day * 14) / 24
    const edge = new Date(Date.parse(now) + shift).toISOString().slice(0, isMoment ? 24 : value.length)
    const holds = name === 'future' ? value >= edge : value <= edge
    return holds ? [] : [{ column, refusal: { code: `validation.${name}` } }]
  }
}

function choices(value: WireValue | undefined): readonly string[] {
  return value === undefined || value === null ? [] : listOfTexts(value)
}

function same(one: WireValue, other: WireValue): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
