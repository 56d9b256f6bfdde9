import { createCache, type Cache } from '#odata/compile/cache.ts'
import { statementName } from '#odata/compile/hash.ts'
import type { SqlFragment } from '#odata/sql.ts'
import type { Several, Statement } from '#platform/sql.ts'

/** Placeholder of a value that each call supplies, in a statement text compiled once. */
export type PlanSlot = { readonly slot: string }

/** The values of one call, by slot. */
export type Inputs = Record<string, unknown>

/** A statement text with the slots of its `$1`, `$2`, ..; one database plan serves all calls under `name`. */
export type SlotPlan = {
  readonly text: string
  readonly slots: readonly string[]
  readonly name: string
  readonly several?: Several
}

/** The plans of one model snapshot, by the inputs of their texts. */
export type Plans = Cache<SlotPlan>

const plansKept = 500

export function createPlans(): Plans {
  return createCache<SlotPlan>(plansKept)
}

/** The placeholder of a value in a fragment. */
export function slot(name: string): PlanSlot {
  return { slot: name }
}

/** The plan of a fragment whose values are all slots. A repeated slot is one parameter. */
export function planSlots(fragment: SqlFragment): SlotPlan {
  const numbers = new Map<string, number>()
  const text = textOf(fragment, numbers, (number) => `$${number}`)
  return { text, slots: [...numbers.keys()], name: statementName(text) }
}

/**
 * The plan of several combined writes: `fragment`, which starts with `with`, was compiled for several rows. Each
 * parameter is the list of one slot's values as texts, one per write; the slots are those of the single-write `plan`.
 * No two writes may have the same row.
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

/** A fragment whose values are moved to slots in `inputs`, with names starting with `name`. */
export function lifted({ values, ...rest }: SqlFragment, name: string, inputs: Inputs): SqlFragment {
  const slots = values.map((value, index) => {
    inputs[`${name}.${index}`] = value
    return slot(`${name}.${index}`)
  })
  return { ...rest, values: slots }
}

/** A fragment's part of a plan key: its text without values. */
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
