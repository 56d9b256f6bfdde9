import { catalogue, type FaultCode } from '#faults/catalogue.ts'

/** Values that the localised text of a fault names, such as `{min}`. */
export type FaultParameters = Readonly<Record<string, string | number>>

/** One thing that is wrong: pure cores collect these instead of throwing. `target` is the field, `position` the offset in a query text. */
export type Problem = {
  readonly code: FaultCode
  readonly target?: string | undefined
  readonly parameters?: FaultParameters | undefined
  readonly position?: number | undefined
  /** The maker's own message (an attribute's title), said instead of the catalogue's text. */
  readonly message?: string | undefined
}

/** An error of the catalogue on its way to whoever asked. `details` holds one problem a field; `extra` goes to the wire's innererror. */
export class Fault extends Error {
  readonly code: FaultCode
  readonly parameters: FaultParameters
  readonly target: string | undefined
  readonly details: readonly Problem[]
  readonly extra: Readonly<Record<string, unknown>> | undefined

  constructor(problem: Problem, details: readonly Problem[] = [], extra?: Readonly<Record<string, unknown>>) {
    super(problem.code)
    this.code = problem.code
    this.parameters = problem.parameters ?? {}
    this.target = problem.target
    this.details = details
    this.extra = extra
  }

  get status(): number {
    return catalogue[this.code]
  }
}

/** A fault of the catalogue, to be thrown: `throw fault('record.stale')`. */
export function fault(code: FaultCode, parameters?: FaultParameters, target?: string): Fault {
  return new Fault({ code, parameters, target })
}

/** All problems of one input as one fault. A single problem keeps its own code and status, several become `validation.failed` with details. */
export function faultOf(problems: readonly Problem[], extra?: Readonly<Record<string, unknown>>): Fault {
  const [first, ...others] = problems
  if (first && others.length === 0 && catalogue[first.code] !== 422) return new Fault(first, [], extra)
  return new Fault({ code: 'validation.failed', parameters: { count: problems.length } }, problems, extra)
}

/** Throws when there is at least one problem. */
export function refuseIf(problems: readonly Problem[]): void {
  if (problems.length > 0) throw faultOf(problems)
}
