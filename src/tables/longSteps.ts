import type { ConvertColumn, DdlStep } from '#tables/step.ts'

/** A step that reads or writes every row of a table. */
export type LongStep = ConvertColumn | Extract<DdlStep, { kind: 'createUnique' }>

/** The steps that take as long as their table is large; what one change set itself makes has no rows yet. */
export function longSteps(steps: readonly DdlStep[]): LongStep[] {
  const made = new Set(steps.flatMap((step) => (step.kind === 'createTable' ? [step.table] : [])))
  const added = new Set(steps.flatMap((step) => (step.kind === 'addColumn' ? [`${step.table}.${step.column}`] : [])))
  const converted = new Set(steps.flatMap((step) => (step.kind === 'convertColumn' ? [step.is.id] : [])))
  return steps.flatMap((step): LongStep[] => {
    if (step.kind === 'convertColumn') return made.has(step.table) ? [] : [step]
    if (step.kind !== 'createUnique' || made.has(step.table)) return []
    return added.has(`${step.table}.${step.column}`) || converted.has(step.attributeId) ? [] : [step]
  })
}
