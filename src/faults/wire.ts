import type { Fault, Problem } from '#faults/fault.ts'

/** The OData error body that every service answers with (product ruling 2.18). */
export type ErrorBody = {
  error: {
    code: string
    message: string
    target?: string
    details?: { code: string; message: string; target?: string; position?: number }[]
    innererror: { requestId: string; position?: number; [extra: string]: unknown }
  }
}

/** The error body of a fault; `say` gives the localised text of a problem. */
export function errorBody(fault: Fault, requestId: string, say: (problem: Problem) => string): ErrorBody {
  const self: Problem = { code: fault.code, parameters: fault.parameters }
  const details = fault.details.map((problem) => ({
    code: problem.code,
    message: say(problem),
    ...(problem.target === undefined ? {} : { target: problem.target }),
    ...(problem.position === undefined ? {} : { position: problem.position }),
  }))
  return {
    error: {
      code: fault.code,
      message: say(self),
      ...(fault.target === undefined ? {} : { target: fault.target }),
      ...(details.length > 0 ? { details } : {}),
      innererror: { requestId, ...fault.extra },
    },
  }
}
