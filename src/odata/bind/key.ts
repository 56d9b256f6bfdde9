import { Fault, fault } from '#faults/fault.ts'
import { isWhole, typeBeside, odataValueType } from '#odata/bind/types.ts'
import { slotValue } from '#odata/bind/values.ts'
import { propertyOf, type EntitySet, type Property } from '#odata/model.ts'
import { readLiteral } from '#odata/syntax/literal.ts'
import type { Literal, LiteralEntry, QueryNode } from '#odata/syntax/node.ts'
import { atEnd, openReader } from '#odata/syntax/reader.ts'
import { readOperators } from '#odata/syntax/expression.ts'
import type { KeyValue } from '#odata/resourcePath.ts'

/**
 * A key in parentheses: a single value, or named values, also of an alternate key. Fault `request.idInvalid` where the
 * names are no key of the set, or a value has the wrong type.
 */
export function keyOfGroup(
  set: EntitySet,
  group: readonly QueryNode[],
  literals: readonly LiteralEntry[],
): readonly KeyValue[] {
  const [only] = group
  if (only && group.length === 1 && only.kind !== 'named') return [valueAt(set, set.key, only, literals)]
  const names = group.map((node) => (node.kind === 'named' ? node.name : ''))
  const known = [[set.key], ...(set.alternateKeys ?? [])].find((key) => {
    return key.length === names.length && key.every((name) => names.includes(name))
  })
  if (!known) throw invalid(set)
  return group.flatMap((node) => (node.kind === 'named' ? [valueAt(set, node.name, node.of, literals)] : []))
}

/** A key as a path segment of its own or as plain text: without quotes. Fault: `request.idInvalid`. */
export function keyOfText(set: EntitySet, text: string): readonly KeyValue[] {
  const property = propertyOf(set, set.key)
  return [
    checked(set, property, property.type === 'Edm.String' ? { type: 'string', text, at: 0 } : literalOf(set, text)),
  ]
}

function literalOf(set: EntitySet, text: string): Literal {
  const reader = openReader('path', text, {
    literals: [],
    aliases: new Map(),
    expression: readOperators,
    nodes: 0,
    expands: 0,
  })
  try {
    const literal = readLiteral(reader)
    if (literal && atEnd(reader)) return literal
  } catch (error) {
    if (!(error instanceof Fault)) throw error
  }
  throw invalid(set)
}

function valueAt(set: EntitySet, name: string, node: QueryNode, literals: readonly LiteralEntry[]): KeyValue {
  const entry = node.kind === 'literal' ? literals[node.literal] : undefined
  if (!entry || !('text' in entry)) throw invalid(set)
  return checked(set, propertyOf(set, name), entry)
}

const longest = 2n ** 63n

function checked(set: EntitySet, property: Property, literal: Literal): KeyValue {
  const type = typeBeside(literal.type, property.enumeration ?? property.type)
  if (type === undefined) throw invalid(set)
  if (isWhole(property.type) && !property.enumeration) return { property, value: wholeOf(set, literal.text) }
  const { enumeration } = property
  try {
    const slot = { literal: 0, as: odataValueType(type), ...(enumeration && { enumeration }) }
    return { property, value: String(slotValue(slot, [literal])) }
  } catch (error) {
    if (error instanceof Fault) throw invalid(set)
    throw error
  }
}

function wholeOf(set: EntitySet, text: string): string {
  if (!/^[+-]?\d{1,19}$/.test(text)) throw invalid(set)
  const number = BigInt(text)
  if (number >= longest || number < -longest) throw invalid(set)
  return String(number)
}

function invalid({ name }: EntitySet): Fault {
  return fault('request.idInvalid', {}, name)
}
