import type { EvaluationContext } from '#expressions/context.ts'
import { evaluatorOf, type Evaluate, type EvaluationValues } from '#expressions/evaluate.ts'
import { readExpression, type Dependencies, type Expression } from '#expressions/expression.ts'
import { unexpected } from '#expressions/problems.ts'
import type { Fields } from '#expressions/type.ts'
import type { Problem } from '#faults/fault.ts'

/** A part of a text: as it stands, or an expression between `{{` and `}}`, with where it begins. */
export type TemplatePart = { readonly text: string } | { readonly expression: string; readonly at: number }

/** A text with expressions that hold in its scope. */
export type Template = {
  readonly parts: readonly (string | Expression)[]
  readonly dependencies: readonly Dependencies[]
  /** The text with the values of the expressions; a blank is nothing. */
  readonly render: (values: EvaluationValues, context: EvaluationContext) => string
}

/** The parts of a text; a problem where `{{` has no end. Two braces within a quoted text end nothing. */
export function templateParts(text: string): readonly TemplatePart[] | Problem {
  const parts: TemplatePart[] = []
  let at = 0
  while (at < text.length) {
    const open = text.indexOf('{{', at)
    if (open < 0) break
    const end = endOf(text, open + 2)
    if (end < 0) return unexpected(text, open)
    if (open > at) parts.push({ text: text.slice(at, open) })
    parts.push({ expression: text.slice(open + 2, end), at: open + 2 })
    at = end + 2
  }
  return at < text.length || parts.length === 0 ? [...parts, { text: text.slice(at) }] : parts
}

/** Reads a text with expressions; all problems at once, with their positions in the whole text. */
export function readTemplate(text: string, scope: Fields): Template | readonly Problem[] {
  const found = templateParts(text)
  if ('code' in found) return [found]
  const problems: Problem[] = []
  const parts = found.map((part) => {
    if ('text' in part) return part.text
    // Every value that has a text is shown as that.
    const read = readExpression(part.expression, scope)
    if (!('tree' in read)) {
      problems.push(...read.map((problem) => ({ ...problem, position: (problem.position ?? 0) + part.at })))
      return ''
    }
    const shown = readExpression(`(${part.expression}) & ""`, scope)
    if ('tree' in shown) return shown
    problems.push(...shown.map((problem) => ({ ...problem, position: part.at })))
    return ''
  })
  if (problems.length > 0) return problems
  const steps: readonly (string | Evaluate)[] = parts.map((part) =>
    typeof part === 'string' ? part : evaluatorOf(part),
  )
  return {
    parts,
    dependencies: parts.flatMap((part) => (typeof part === 'string' ? [] : [part.dependencies])),
    render: (values, context) =>
      steps.map((step) => (typeof step === 'string' ? step : String(step(values, context) ?? ''))).join(''),
  }
}

function endOf(text: string, from: number): number {
  let isQuoted = false
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '"') isQuoted = !isQuoted
    else if (!isQuoted && text[at] === '}' && text[at + 1] === '}') return at
  }
  return -1
}
