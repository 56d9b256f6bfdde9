import type { ViewSpeed } from '#views/viewSpeed.ts'

/** A step of PostgreSQL's execution plan (`explain (format json)`), limited to the members used here. */
export type PlanStep = {
  readonly 'Node Type': string
  readonly 'Total Cost': number
  readonly 'Plan Rows': number
  readonly Filter?: string
  readonly Plans?: readonly PlanStep[]
}

/**
 * Thresholds in planner cost units: one unit is a sequential read of an 8 kB page. Ten thousand units take about a
 * tenth of a second, a hundred thousand some seconds.
 */
const fastUntil = 10_000
const fairUntil = 100_000
/** Steps below this share of the total cost are not reported as the reason. */
const decisive = 0.4

/** Speed class of a list page by its execution plan, with the dominant reason. */
export function planSpeed(plan: PlanStep): ViewSpeed {
  const cost = plan['Total Cost']
  if (cost <= fastUntil) return { pace: 'fast', why: null, rows: null }
  const pace = cost <= fairUntil ? 'fair' : 'slow'
  const steps = stepsOf(plan).filter((step) => step['Total Cost'] >= decisive * cost)
  // A sort reads the rows that a filter leaves: with many rows the sort dominates, with few the filter.
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
