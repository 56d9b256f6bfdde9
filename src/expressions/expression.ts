import type { Bound } from '#expressions/bound.ts'
import { checkTree, type Findings, type NameReference } from '#expressions/check.ts'
import { wrongType } from '#expressions/problems.ts'
import type { ExpressionNode } from '#expressions/syntax/node.ts'
import { parseExpression } from '#expressions/syntax/parse.ts'
import { asWritten, printExpression } from '#expressions/syntax/print.ts'
import { commonType, type Fields, type Type } from '#expressions/type.ts'
import type { Problem } from '#faults/fault.ts'

/** An expression that holds in its scope. It always has a value; where an operation has no result the value is null. */
export type Expression = {
  readonly tree: ExpressionNode
  readonly bound: Bound
  readonly type: Type
  readonly dependencies: Dependencies
}

/** What an expression depends on: paths (those of variables by their own), with the fields they lead over, and functions. */
export type Dependencies = {
  readonly fields: readonly NameReference[]
  readonly variables: readonly NameReference[]
  readonly functions: readonly string[]
}

/** Reads an expression by the names of a scope; all problems at once, each with its position (0-based). `wanted` is the type its place takes. */
export function readExpression(text: string, scope: Fields, wanted?: Type): Expression | readonly Problem[] {
  const parsed = parseExpression(text)
  if ('problem' in parsed) return [parsed.problem]
  const findings: Findings = { problems: [], references: [], functions: new Set() }
  const { tree } = parsed
  const bound = checkTree(tree, scope, findings)
  const fits = !wanted || commonType(wanted, bound.type)?.kind === wanted.kind
  if (findings.problems.length === 0 && !fits && wanted)
    findings.problems.push(wrongType(wanted.kind, bound.type.kind, tree))
  if (findings.problems.length > 0) return findings.problems
  return { tree, bound, type: bound.type, dependencies: dependenciesOf(findings) }
}

/** The text of an expression for keeping: names that have an id are written as `@id`, so that renaming breaks nothing. */
export function storedText(expression: Expression): string {
  return textBy(expression, ({ name, id }) => (id === undefined ? name : `@${id}`))
}

/** The text of an expression for reading: by the names that its fields have now. */
export function writtenText(expression: Expression): string {
  return textBy(expression, ({ name }) => name)
}

function textBy({ tree, dependencies }: Expression, name: (field: NameReference['fields'][number]) => string): string {
  const all = [...dependencies.fields, ...dependencies.variables]
  const byPlace = new Map(all.map((reference) => [reference.at, reference.fields.map(name).join('.')]))
  return printExpression(tree, (segments) => byPlace.get(segments[0]?.at ?? -1) ?? asWritten(segments))
}

function dependenciesOf({ references, functions }: Findings): Dependencies {
  const isVariable = ({ fields }: NameReference) => fields[0]?.name === 'variable'
  return {
    fields: references.filter((reference) => !isVariable(reference)),
    variables: references.filter(isVariable),
    functions: [...functions].toSorted(),
  }
}
