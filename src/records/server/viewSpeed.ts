import { Fault } from '#faults/fault.ts'
import { planSpeed, type PlanStep } from '#records/planSpeed.ts'
import { currentSnapshot, entityAtHand } from '#records/server/currentSnapshot.ts'
import { recordStore, type StoreContext } from '#records/server/recordStore.ts'
import { reachOf } from '#security/reach.ts'
import type { ViewSpeed } from '#views/viewSpeed.ts'

/** Rows of one page of a list. */
const pageSize = 100

/**
 * Estimates the speed of lists of an entity from the plans of their statements; no statement is run. Null for members
 * who may not read every record, because a plan reveals row counts, and null for a query on definitions that no longer
 * exist.
 */
export async function measureViewSpeeds(
  asked: StoreContext,
  entityId: string,
  queries: readonly string[],
): Promise<readonly (ViewSpeed | null)[]> {
  const { context, model, whole } = await currentSnapshot(asked)
  const entity = entityAtHand({ model }, entityId)
  if (reachOf(context.member, 'read', entity, whole) !== null) return queries.map(() => null)
  const store = recordStore(context, (error) => {
    throw error
  })
  const found: (ViewSpeed | null)[] = []
  for (const query of queries) found.push(await paceFor(query).catch(nullFor))
  return found

  function paceFor(query: string): Promise<ViewSpeed> {
    return store.reading(async ({ engine, guards }) => {
      const wire = { numbersAsText: true, metadata: 'none' } as const
      const { statement } = engine.list(entity.uri, query, { guards, wire, maxPageSize: pageSize })
      const { text, values } = statement
      const [row] = await context.reader.query<{ 'QUERY PLAN': Plans | string }>({
        text: `explain (format json) ${text}`,
        values,
      })
      const told = row?.['QUERY PLAN'] ?? []
      const [plan] = typeof told === 'string' ? (JSON.parse(told) as Plans) : told
      return plan ? planSpeed(plan.Plan) : { pace: 'fast', why: null, rows: null }
    })
  }
}

type Plans = readonly { readonly Plan: PlanStep }[]

function nullFor(error: unknown): null {
  if (error instanceof Fault) return null
  throw error
}
