import { Fault, type Problem } from '#faults/fault.ts'
import { expressionLimits, type SyntaxLimit } from '#expressions/limits.ts'
import type { TextSpan } from '#expressions/syntax/node.ts'
import { nearest } from '#text/nearest.ts'

/** The longest piece of an expression that a message repeats. */
const shownLength = 20

/** Something stands where nothing like it can. */
export function unexpected(text: string, at: number): Problem {
  const found = at < text.length ? text.slice(at, at + shownLength) : '…'
  // The sentence counts as people do, from one.
  return { code: 'expression.syntax', position: at, parameters: { position: at + 1, found } }
}

/** The expression is longer, deeper or larger than any may be. */
export function tooLarge(limit: SyntaxLimit, at: number): Problem {
  return { code: 'expression.limit', position: at, parameters: { limit, max: expressionLimits[limit] } }
}

/** A name that means nothing here, with the one that was probably meant. */
export function unknownName(name: string, { at }: TextSpan, known: Iterable<string>): Problem {
  const hint = nearest(name, known) ?? 'none'
  return { code: 'expression.unknownName', position: at, parameters: { name: shown(name), hint } }
}

/** A function that does not exist, with the one that was probably meant. */
export function unknownFunction(name: string, { at }: TextSpan, known: Iterable<string>): Problem {
  const hint = nearest(name, known) ?? 'none'
  return { code: 'expression.unknownFunction', position: at, parameters: { name: shown(name), hint } }
}

/** A value of one kind where another is wanted. */
export function wrongType(wanted: string, found: string, { at }: TextSpan): Problem {
  return { code: 'expression.type', position: at, parameters: { wanted, found } }
}

/** A call with too few or too many values. */
export function wrongCount(name: string, { at }: TextSpan, wanted: string, found: number): Problem {
  return { code: 'expression.arguments', position: at, parameters: { name, wanted, found } }
}

/** A choice that is not among the options. */
export function unknownOption(value: string, { at }: TextSpan, options: Iterable<string>): Problem {
  const hint = nearest(value, options) ?? 'none'
  return { code: 'expression.option', position: at, parameters: { name: shown(value), hint } }
}

/**
 * Specification 8: 'An error occurred while processing the expression. Please check the code and try again.' What is wrong
 * where is said by its details; `target` is the property that holds the expression.
 */
export function expressionFault(problems: readonly Problem[], target?: string): Fault {
  const position = problems[0]?.position
  const details = problems.map((problem) => ({ ...problem, target: problem.target ?? target }))
  return new Fault({ code: 'expression.failed', target, position }, details, position === undefined ? {} : { position })
}

function shown(name: string): string {
  return name.length > shownLength * 2 ? `${name.slice(0, shownLength * 2)}…` : name
}
