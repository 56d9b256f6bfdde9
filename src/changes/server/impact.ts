import type { Plan } from '#changes/plan.ts'
import type { ChangedEnvironment, Definitions, Examination } from '#changes/server/changeContext.ts'
import type { CountedImpact } from '#changes/wire.ts'
import type { Executor, Transaction } from '#platform/server/database/database.ts'

/** Effects of a plan on records and their values. */
export async function foretold<Model>(
  definitions: Definitions<Model>,
  executor: Executor,
  environment: ChangedEnvironment,
  plan: Plan<Model>,
): Promise<Examination> {
  const impact = await countedImpact(definitions, executor, environment, plan)
  const examined = await definitions.examine(executor, environment, plan.models)
  return { ...examined, impact: [...impact, ...examined.impact] }
}

/**
 * Effects of a change on records, counted before the change. For a change prepared as a job, the preview has reported
 * them already.
 */
export async function meaningOf<Model>(
  definitions: Definitions<Model>,
  transaction: Transaction,
  environment: ChangedEnvironment,
  plan: Plan<Model>,
  isPrepared: true | undefined,
): Promise<Examination> {
  if (isPrepared) return { impact: [], conversions: [] }
  const impact = await countedImpact(definitions, transaction, environment, plan)
  return { impact, conversions: await definitions.convert(transaction, environment, plan.models) }
}

async function countedImpact<Model>(
  definitions: Definitions<Model>,
  executor: Executor,
  environment: ChangedEnvironment,
  plan: Plan<Model>,
): Promise<CountedImpact[]> {
  const asked = plan.impact.flatMap(({ count }) => (typeof count === 'number' ? [] : [count]))
  const found = asked.length === 0 ? [] : await definitions.count(executor, environment, asked)
  const counts = new Map(asked.map((query, at) => [query, found[at] ?? 0]))
  return plan.impact
    .map(({ count, ...each }) => ({ ...each, count: typeof count === 'number' ? count : (counts.get(count) ?? 0) }))
    .filter(({ count }) => count > 0)
}
