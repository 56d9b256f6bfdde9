import { checkCall, type CheckedArgument } from '#expressions/checkCall.ts'
import { retyped, type Bound } from '#expressions/bound.ts'
import { decimalOf } from '#decimals/decimal.ts'
import { unknownName, wrongType } from '#expressions/problems.ts'
import type { ExpressionNode } from '#expressions/syntax/node.ts'
import { commonType, isValueType, unknownType, type ScopeField, type Fields, type Type } from '#expressions/type.ts'
import type { Problem } from '#faults/fault.ts'

/** A path that an expression reads: its fields from the root on, and the same by name. */
export type NameReference = { readonly key: string; readonly at: number; readonly fields: readonly ScopeField[] }

/** What was found on the way. All problems are told at once. */
export type Findings = {
  readonly problems: Problem[]
  readonly references: NameReference[]
  readonly functions: Set<string>
}

/** Finds every name and checks every type of a tree. */
export function checkTree(node: ExpressionNode, fields: Fields, findings: Findings): Bound {
  const check = (each: ExpressionNode): CheckedArgument => ({ node: each, bound: checkTree(each, fields, findings) })
  const call = (name: string, items: readonly ExpressionNode[]) => checkCall(node, name, items.map(check), findings)
  switch (node.kind) {
    case 'text':
      return { kind: 'constant', value: node.value, type: { kind: 'text' } }
    case 'number':
      return { kind: 'constant', value: decimalOf(node.text), type: { kind: 'number' } }
    case 'boolean':
      return { kind: 'constant', value: node.value, type: { kind: 'boolean' } }
    case 'null':
      return { kind: 'constant', value: null, type: { kind: 'null' } }
    case 'path':
      return checkPath(node, fields, findings)
    case 'list':
      return checkList(node.items.map(check), findings)
    case 'call':
      return call(node.name, node.items)
    case 'unary':
      return call(node.operator === '-' || node.operator === '+' ? `${node.operator} sign` : node.operator, [node.of])
    case 'binary':
      return call(node.operator, [node.left, node.right])
  }
}

function checkPath(
  node: Extract<ExpressionNode, { kind: 'path' }>,
  root: Fields,
  { problems, references }: Findings,
): Bound {
  const found: ScopeField[] = []
  let fields = root
  for (const segment of node.segments) {
    const field = fieldOf(fields, segment.text)
    if (!field) {
      problems.push(unknownName(segment.text, segment, fields.keys()))
      return unknown
    }
    found.push(field)
    fields = field.type.kind === 'record' ? field.type.fields() : none
  }
  const key = found.map(({ name }) => name).join('.')
  const type = found.at(-1)?.type ?? unknownType
  if (!isValueType(type)) {
    problems.push(wrongType('value', 'group', node))
    return unknown
  }
  references.push({ key, at: node.at, fields: found })
  return { kind: 'path', key, type }
}

function checkList(items: readonly CheckedArgument[], { problems }: Findings): Bound {
  let of: Type = { kind: 'null' }
  for (const { node, bound } of items) {
    const common: Type | undefined = bound.type.kind === 'list' ? undefined : commonType(of, bound.type)
    if (!common) problems.push(wrongType(of.kind === 'null' ? 'value' : of.kind, bound.type.kind, node))
    of = common ?? of
  }
  return { kind: 'list', items: items.map(({ bound }) => retyped(bound, of)), type: { kind: 'list', of } }
}

function fieldOf(fields: Fields, name: string): ScopeField | undefined {
  if (!name.startsWith('@')) return fields.get(name)
  const id = name.slice(1)
  return [...fields.values()].find((field) => field.id === id)
}

const none: Fields = new Map()
const unknown: Bound = { kind: 'constant', value: null, type: unknownType }
