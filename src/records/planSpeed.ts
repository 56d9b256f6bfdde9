import type { ViewSpeed } from '#views/viewSpeed.ts'

/** A step of the plan by which PostgreSQL would run a statement (`explain (format json)`): what of it is looked at. */
export type PlanStep = {
  readonly 'Node Type': string
  readonly 'Total Cost': number
  readonly 'Plan Rows': number
  readonly Filter?: string
  readonly Plans?: readonly PlanStep[]
}

/**
 * Costs as the database computes them: one is a page of 8 kB read in order. Ten thousand of them are some tenth of a second,
 * a hundred thousand some seconds.
 */
const fastUntil = 10_000
const fairUntil = 100_000
/** What takes less than this part of the whole is not its reason. */
const decisive = 0.4

/** How quickly a page of a list is found by a plan, and what takes the time. */
export function planSpeed(plan: PlanStep): ViewSpeed {
  const cost = plan['Total Cost']
  if (cost <= fastUntil) return { pace: 'fast', why: null, rows: null }
  const pace = cost <= fairUntil ? 'fair' : 'slow'
  const steps = stepsOf(plan).filter((step) => step['Total Cost'] >= decisive * cost)
  // What a filter leaves is what is put in order: with many of them the order takes the time, with few the filter does.
  const sorted = steps.filter(isSort).map((step) => step.Plans?.[0]?.['Plan Rows'] ?? 0)
  const rows = Math.max(0, ...sorted)
  const isFiltered = steps.some((step) => step['Node Type'].endsWith('Seq Scan') && step.Filter !== undefined)
  if (rows >= manyRows || (rows > 0 && !isFiltered)) return { pace, why: 'order', rows: Math.round(rows) }
  return { pace, why: isFiltered ? 'filter' : 'much', rows: null }
}

const manyRows = 10_000

function isSort(step: PlanStep): boolean {
  return step['Node Type'] === 'Sort' || step['Node Type'] === 'Incremental Sort'
}

function stepsOf(step: PlanStep): PlanStep[] {
  return [step, ...(step.Plans ?? []).flatMap(stepsOf)]
}
