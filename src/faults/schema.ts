import * as z from 'zod/mini'
import { catalogue, type FaultCode } from '#faults/catalogue.ts'
import { refuseIf, type FaultParameters, type Problem } from '#faults/fault.ts'

type Issue = z.core.$ZodIssue

/**
 * What a zod schema refuses, as problems of the catalogue: one per issue, `target` is the path joined by dots.
 * A check whose message is a fault code (`z.minLength(3, 'validation.length')`) keeps that code.
 */
export function problemsOf(error: z.core.$ZodError): Problem[] {
  return error.issues.flatMap((issue) => toProblems(issue))
}

/** The parsed value, or a thrown fault with every problem at its field. */
export function parse<Schema extends z.core.$ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = z.safeParse(schema, value)
  if (!result.success) refuseIf(problemsOf(result.error))
  return result.data as z.output<Schema>
}

function toProblems(issue: Issue): Problem[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      code: 'validation.unknown',
      target: [...issue.path, key].join('.'),
      parameters: { name: key },
    }))
  }
  const parameters = parametersOf(issue)
  return [{ code: codeOf(issue), target: issue.path.join('.') || undefined, parameters }]
}

function codeOf(issue: Issue): FaultCode {
  if (isFaultCode(issue.message)) return issue.message
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null ? 'validation.required' : 'validation.type'
    case 'too_small':
      return issue.origin === 'string' ? 'validation.tooShort' : 'validation.min'
    case 'too_big':
      return issue.origin === 'string' ? 'validation.tooLong' : 'validation.max'
    case 'invalid_format':
      return 'validation.pattern'
    case 'invalid_value':
      return 'validation.option'
    default:
      return 'validation.type'
  }
}

function parametersOf(issue: Issue): FaultParameters {
  const given = 'params' in issue ? (issue.params as FaultParameters | undefined) : undefined
  if (issue.code === 'too_small') return { min: Number(issue.minimum), ...given }
  if (issue.code === 'too_big') return { max: Number(issue.maximum), ...given }
  return given ?? {}
}

function isFaultCode(text: string): text is FaultCode {
  return text in catalogue
}
