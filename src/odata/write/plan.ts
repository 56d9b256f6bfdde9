import { createCache, type Cache } from '#odata/compile/cache.ts'
import { statementName } from '#odata/compile/hash.ts'
import type { SqlFragment } from '#odata/sql.ts'
import type { Statement } from '#platform/sql.ts'

/** Where a value will stand that each call gives anew, in a statement whose text is made once. */
export type Slot = { readonly slot: string }

/** The values of one call by their slots. */
export type Inputs = Record<string, unknown>

/** A statement's text with the slots of its `$1`, `$2`, ..; one plan of the database serves all its calls under `name`. */
export type Plan = { readonly text: string; readonly slots: readonly string[]; readonly name: string }

/** The plans of one snapshot of a model, by what their texts depend on. */
export type Plans = Cache<Plan>

const plansKept = 500

export function createPlans(): Plans {
  return createCache<Plan>(plansKept)
}

/** The place of a value in a fragment. */
export function slot(name: string): Slot {
  return { slot: name }
}

/** The plan of a fragment that holds nothing but slots. A slot is one parameter, however often it stands there. */
export function planOf({ parts, values }: SqlFragment): Plan {
  const numbers = new Map<string, number>()
  const text = parts.reduce((written, part, index) => {
    if (index === 0) return part
    const name = slotName(values[index - 1])
    const number = numbers.get(name) ?? numbers.size + 1
    numbers.set(name, number)
    return `${written}$${number}${part}`
  }, '')
  return { text, slots: [...numbers.keys()], name: statementName(text) }
}

/** The plan with the values of one call. */
export function filled({ text, slots, name }: Plan, inputs: Inputs): Statement {
  return { text, values: slots.map((each) => inputs[each]), name }
}

/** A fragment whose values become slots of their own in `inputs`, named after `name`. */
export function lifted({ parts, values }: SqlFragment, name: string, inputs: Inputs): SqlFragment {
  const slots = values.map((value, index) => {
    inputs[`${name}.${index}`] = value
    return slot(`${name}.${index}`)
  })
  return { parts, values: slots }
}

/** What a plan's key says of a fragment: its text, which no value is part of. */
export function keyOf(fragment: SqlFragment | null): string {
  return fragment === null ? '' : fragment.parts.join('\u0002')
}

function slotName(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'slot' in value && typeof value.slot === 'string')
    return value.slot
  throw new Error('a plan takes no values')
}
