import { Fault, fault } from '#faults/fault.ts'
import type { BoundType } from '#odata/bind/bound.ts'
import { nameOfType } from '#odata/bind/types.ts'
import type { EntitySet } from '#odata/model.ts'
import type { Name } from '#odata/syntax/node.ts'

/** The refusal of a name, with the nearest name that is known. What one may not read is as unknown as a typing error. */
export function unknownName(name: Name, known: Iterable<string>, target: string): Fault {
  return unknown(name, nearest(name.text, known), target)
}

/** The refusal of a name that is no property of the set; of a lookup's name, with the property that holds its key. */
export function unknownProperty(name: Name, set: EntitySet, known: Iterable<string>, target: string): Fault {
  const via = set.navigations.get(name.text)?.via
  return unknown(name, via !== undefined && set.properties.has(via) ? via : nearest(name.text, known), target)
}

/** The refusal of a property that is readable but closed to filters or sorts. */
export function notQueryable(name: Name, target: string): Fault {
  return new Fault({ code: 'query.notQueryable', parameters: { name: name.text }, target }, [], { position: name.at })
}

/** The refusal of two things that do not go together. */
export function mismatch(left: Named, right: Named, position: number, target: string): Fault {
  const parameters = { left: nameOf(left), right: nameOf(right) }
  return new Fault({ code: 'query.typeMismatch', parameters, target }, [], { position })
}

/** The refusal of what the standard has and the engine does not. */
export function unsupported(feature: string, target: string): Fault {
  return fault('server.unsupported', { feature }, target)
}

/**
 * The known name that most likely was meant: at most two letters away, or the same but for its case. Never the name itself,
 * which may well be known but is of another kind than its place wants.
 */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  if (name.length > 64) return undefined
  let best: string | undefined
  let least = Math.min(3, 1 + Math.floor(name.length / 2))
  for (const candidate of known) {
    if (candidate === name) continue
    const steps = candidate.toLowerCase() === name.toLowerCase() ? 0 : distance(name, candidate, least)
    if (steps < least) {
      best = candidate
      least = steps
    }
  }
  return best
}

/** A type, or words in place of one. */
type Named = Exclude<BoundType, string> | string

function nameOf(type: Named): string {
  return typeof type === 'string' ? type : nameOfType(type)
}

function unknown(name: Name, hint: string | undefined, target: string): Fault {
  const parameters = { name: name.text, hint: hint ?? 'none' }
  return new Fault({ code: 'query.unknownName', parameters, target }, [], { position: name.at })
}

// Levenshtein's distance, one row at a time; given up where the lengths alone differ too much.
function distance(left: string, right: string, most: number): number {
  if (Math.abs(left.length - right.length) >= most) return most
  let row = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= right.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[right.length] ?? most
}
