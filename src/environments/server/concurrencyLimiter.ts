import { setTimeout as pause } from 'node:timers/promises'
import { fault } from '#faults/fault.ts'
import type { Database, Executor } from '#platform/server/database/database.ts'

/**
 * So many may be at work at once in all, and so many of one environment, so that one leaves room for others. Answers what
 * gives the place back, once however often it is called. Fault: `request.tooMany`.
 */
export function createConcurrencyLimiter(most: {
  readonly inAll: number
  readonly each: number
}): (environmentId: string) => () => void {
  const taken = new Map<string, number>()
  let all = 0
  return (id) => {
    const own = taken.get(id) ?? 0
    if (all >= most.inAll || own >= most.each) throw fault('request.tooMany', { seconds: 10 })
    all++
    taken.set(id, own + 1)
    let given = false
    return () => {
      if (given) return
      given = true
      all--
      const left = (taken.get(id) ?? 1) - 1
      if (left > 0) taken.set(id, left)
      else taken.delete(id)
    }
  }
}

/** What has just ended gives its place back a moment later. */
const moment = 200

/** For what, of which environment, and how many at once. */
export type LimiterSlot = { readonly use: string; readonly environmentId: string; readonly most: number }

/**
 * The same for all processes: so many transactions at once hold a place for this use of an environment, until they end.
 * Fault: `request.tooMany`.
 */
export async function holdSlot(executor: Executor, { use, environmentId, most }: LimiterSlot): Promise<void> {
  const hold = () =>
    executor.query({
      text: `select from generate_series(1, $2::int) place
        where pg_try_advisory_xact_lock(hashtextextended($1 || place, 0)) limit 1`,
      values: [`${use} ${environmentId} `, most],
    })
  if ((await hold()).length > 0) return
  await pause(moment)
  if ((await hold()).length === 0) throw fault('request.tooMany', { seconds: 10 })
}

/** A transaction that says nothing for a minute is ended; one that holds a place says something before. */
const pulse = 20_000

/**
 * Holds a place in a transaction of its own, for work that is no transaction or many. Answers what gives it back; a process
 * that ends gives it back too. Whoever takes places bounds them in its own process as well (`createPlaces`): each holds a
 * connection. Fault: `request.tooMany`.
 */
export async function takeSlot(database: Database, place: LimiterSlot): Promise<() => void> {
  const taken = Promise.withResolvers<void>()
  const given = Promise.withResolvers<void>()
  const held = database.transaction(async (transaction) => {
    await holdSlot(transaction, place)
    taken.resolve()
    const beat = () => void transaction.query({ text: 'select', values: [] }).catch(() => undefined)
    const timer = setInterval(beat, pulse)
    await given.promise.finally(() => clearInterval(timer))
  })
  held.catch(taken.reject)
  await taken.promise
  return given.resolve
}
