import * as z from 'zod/mini'
import type { Problem } from '#faults/fault.ts'
import { problemsOf } from '#faults/schema.ts'

export type CheckedForm<Output> = { readonly output: Output | undefined; readonly problems: readonly Problem[] }

/** What a schema makes of the values of a form, or at most one problem per field. */
export function checkForm<Output>(schema: z.core.$ZodType<Output>, values: unknown): CheckedForm<Output> {
  const result = z.safeParse(schema, values)
  if (result.success) return { output: result.data, problems: [] }
  return { output: undefined, problems: onePerField(problemsOf(result.error)) }
}

function onePerField(problems: readonly Problem[]): readonly Problem[] {
  const seen = new Set<string>()
  return problems.filter(({ target = '' }) => !seen.has(target) && seen.add(target))
}
