import { Fault, fault } from '#faults/fault.ts'
import type { BoundType } from '#odata/bind/bound.ts'
import { nameOfType } from '#odata/bind/types.ts'
import type { EntitySet } from '#odata/model.ts'
import type { Name } from '#odata/syntax/node.ts'
import { nearest } from '#text/nearest.ts'

/**
 * The fault for an unknown name, with the nearest known name as a hint. Unreadable names are treated like typing
 * errors.
 */
export function refuseUnknownName(name: Name, known: Iterable<string>, target: string): Fault {
  return unknown(name, nearest(name.text, known), target)
}

/** The fault for a name that is no property of the set; for a lookup's name the hint is the property with its key. */
export function unknownProperty(name: Name, set: EntitySet, known: Iterable<string>, target: string): Fault {
  const via = set.navigations.get(name.text)?.via
  return unknown(name, via !== undefined && set.properties.has(via) ? via : nearest(name.text, known), target)
}

/** The fault for a property that is readable but neither filterable nor sortable. */
export function notQueryable(name: Name, target: string): Fault {
  return new Fault({ code: 'query.notQueryable', parameters: { name: name.text }, target }, [], { position: name.at })
}

/** The fault for incompatible types. */
export function mismatch(left: Named, right: Named, position: number, target: string): Fault {
  const parameters = { left: nameOf(left), right: nameOf(right) }
  return new Fault({ code: 'query.typeMismatch', parameters, target }, [], { position })
}

/** The fault for standard features that the engine does not support. */
export function unsupported(feature: string, target: string): Fault {
  return fault('server.unsupported', { feature }, target)
}

/** A type, or a description instead of a type. */
type Named = Exclude<BoundType, string> | string

function nameOf(type: Named): string {
  return typeof type === 'string' ? type : nameOfType(type)
}

function unknown(name: Name, hint: string | undefined, target: string): Fault {
  const parameters = { name: name.text, hint: hint ?? 'none' }
  return new Fault({ code: 'query.unknownName', parameters, target }, [], { position: name.at })
}
