import { Fault, type Problem } from '#faults/fault.ts'
import type { RowPlan } from '#odata/protocol/deep.ts'

/** Runs work on a row of a body; refusals get the row's position in the body as target: `lines[2].total`. */
export async function inPlace<Result>(plan: RowPlan, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof Fault ? placed(plan, error) : error
  }
}

function placed(plan: RowPlan, fault: Fault): Fault {
  // A lookup is given by its name, but refusals name the property with its key.
  const written = new Map(plan.lookups.map(({ navigation, at }) => [navigation.via, at]))
  const placeOf = (target: string | undefined): string | undefined => {
    if (target === undefined) return plan.at || undefined
    return written.get(target) ?? (plan.at === '' ? target : `${plan.at}.${target}`)
  }
  const { code, parameters, target, extra } = fault
  const details = fault.details.map((problem): Problem => ({ ...problem, target: placeOf(problem.target) }))
  const moved = details.length > 0 ? target : placeOf(target)
  if (moved === target && plan.at === '' && written.size === 0) return fault
  const placedFault = new Fault({ code, parameters, target: moved }, details, extra)
  placedFault.cause = fault.cause
  return placedFault
}
