import { fault } from '#faults/fault.ts'
import type { ODataOperation } from '#odata/model.ts'
import { overloadFor } from '#odata/overload.ts'
import type { Called } from '#odata/protocol/resource.ts'
import type { BodyValues } from '#odata/protocol/store.ts'
import { readOperators } from '#odata/syntax/expression.ts'
import type { LiteralEntry, QueryNode } from '#odata/syntax/node.ts'
import { otherOptions } from '#odata/syntax/split.ts'
import { atEnd, openReader, skipBlanks, refuseCharacter, type Collected } from '#odata/syntax/reader.ts'

/** The one of several functions that takes what the address gives. */
export function calledOverload(query: string, { overloads, parameters }: Called): ODataOperation {
  const [first, ...others] = overloads
  if (others.length === 0) return first
  const named = parameters.flatMap((node) => (node.kind === 'named' ? node.name : []))
  return overloadFor(overloads, new Set(named), new Set(otherOptions(query).keys())) ?? first
}

/**
 * The parameters of a function: in parentheses, by aliases, or (4.01) as query options of their own names. Faults:
 * `query.syntax`, `request.malformed`, `server.unsupported`.
 */
export function givenInAddress(query: string, { parameters, literals }: Called, operation: ODataOperation): BodyValues {
  const given: Record<string, unknown> = {}
  for (const node of parameters) {
    if (node.kind !== 'named') throw fault('request.malformed', {}, operation.name)
    if (Object.hasOwn(given, node.name)) throw fault('request.malformed', {}, node.name)
    given[node.name] = valueOfNode(node.of, literals, node.name)
  }
  for (const [name, text] of otherOptions(query)) {
    if (operation.parameters.has(name) && !Object.hasOwn(given, name)) given[name] = valueOfText(name, text)
  }
  return given
}

function valueOfText(name: string, text: string): unknown {
  const collected: Collected = { literals: [], aliases: new Map(), expression: readOperators, nodes: 0, expands: 0 }
  const reader = openReader(name, text, collected)
  const node = readOperators(reader)
  skipBlanks(reader)
  if (!atEnd(reader)) throw refuseCharacter(reader)
  return valueOfNode(node, collected.literals, name)
}

// A literal as JSON would hold it.
function valueOfNode(node: QueryNode, literals: readonly LiteralEntry[], name: string): unknown {
  switch (node.kind) {
    case 'alias':
      return null
    case 'array':
      return node.of.map((item) => valueOfNode(item, literals, name))
    case 'literal': {
      const entry = literals[node.literal]
      if (!entry || !('text' in entry) || entry.type === 'null') return null
      if (entry.type === 'boolean') return entry.text === 'true'
      return entry.type === 'integer' ? entry.text.replace('+', '') : entry.text
    }
    default:
      throw fault('server.unsupported', { feature: name }, name)
  }
}
