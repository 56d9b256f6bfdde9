import { createCache, type Cache } from '#odata/compile/cache.ts'
import { statementName } from '#odata/compile/hash.ts'
import type { SqlFragment } from '#odata/sql.ts'
import type { Several, Statement } from '#platform/sql.ts'

/** Where a value will stand that each call gives anew, in a statement whose text is made once. */
export type PlanSlot = { readonly slot: string }

/** The values of one call by their slots. */
export type Inputs = Record<string, unknown>

/** A statement's text with the slots of its `$1`, `$2`, ..; one plan of the database serves all its calls under `name`. */
export type SlotPlan = {
  readonly text: string
  readonly slots: readonly string[]
  readonly name: string
  readonly several?: Several
}

/** The plans of one snapshot of a model, by what their texts depend on. */
export type Plans = Cache<SlotPlan>

const plansKept = 500

export function createPlans(): Plans {
  return createCache<SlotPlan>(plansKept)
}

/** The place of a value in a fragment. */
export function slot(name: string): PlanSlot {
  return { slot: name }
}

/** The plan of a fragment that holds nothing but slots. A slot is one parameter, however often it stands there. */
export function planSlots(fragment: SqlFragment): SlotPlan {
  const numbers = new Map<string, number>()
  const text = textOf(fragment, numbers, (number) => `$${number}`)
  return { text, slots: [...numbers.keys()], name: statementName(text) }
}

/**
 * The plan of several such writes at once: `fragment`, which begins with `with`, was compiled for several rows. Each
 * parameter is the list of the texts that its slot has in each write; the slots are those of `plan`, which writes one. No
 * two writes may have the same row.
 */
export function severalOf(fragment: SqlFragment, { slots }: SlotPlan, row: PlanSlot): Several {
  const numbers = new Map(slots.map((slot, index) => [slot, index + 1]))
  const body = textOf(fragment, numbers, (number) => `"_${number}"`)
  if (numbers.size !== slots.length) throw new Error('several writes have the values of one')
  const each = slots.map((_, index) => index + 1)
  const lists = each.map((number) => `$${number}::text[]`).join(', ')
  const columns = each.map((number) => `"_${number}"`).join(', ')
  const given = `"given" as materialized (select * from unnest(${lists}) with ordinality as g (${columns}, "_n"))`
  const text = body.replace(/^with /, `with ${given}, `)
  return { text, name: statementName(text), differBy: slots.indexOf(row.slot) }
}

/** The plan with the values of one call. */
export function filled({ text, slots, name, several }: SlotPlan, inputs: Inputs): Statement {
  const values = slots.map((each) => inputs[each])
  return several ? { text, values, name, several } : { text, values, name }
}

/** A fragment whose values become slots of their own in `inputs`, named after `name`. */
export function lifted({ values, ...rest }: SqlFragment, name: string, inputs: Inputs): SqlFragment {
  const slots = values.map((value, index) => {
    inputs[`${name}.${index}`] = value
    return slot(`${name}.${index}`)
  })
  return { ...rest, values: slots }
}

/** What a plan's key says of a fragment: its text, which no value is part of. */
export function keyOf(fragment: SqlFragment | null): string {
  if (fragment === null) return ''
  return 'key' in fragment && typeof fragment.key === 'string' ? fragment.key : fragment.parts.join('\u0002')
}

function textOf(
  { parts, values }: SqlFragment,
  numbers: Map<string, number>,
  written: (number: number) => string,
): string {
  return parts.reduce((text, part, index) => {
    if (index === 0) return part
    const name = slotName(values[index - 1])
    const number = numbers.get(name) ?? numbers.size + 1
    numbers.set(name, number)
    return `${text}${written(number)}${part}`
  }, '')
}

function slotName(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'slot' in value && typeof value.slot === 'string')
    return value.slot
  throw new Error('a plan takes no values')
}
