import { setTimeout as pause } from 'node:timers/promises'
import { fault } from '#faults/fault.ts'
import type { Database, Executor } from '#platform/server/database/database.ts'

/**
 * Limits concurrent work in total and per environment, so that no environment takes all slots. Returns the function
 * that releases the slot; further calls do nothing. Fault: `request.tooMany`.
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

/** A slot may be released a moment after its transaction has ended: pause before the second attempt, in milliseconds. */
const moment = 200

/** The use, the environment, and the number of concurrent slots. */
export type LimiterSlot = { readonly use: string; readonly environmentId: string; readonly most: number }

/**
 * The same for all processes: at most this many transactions at once hold a slot for this use of an environment, until
 * they end. Fault: `request.tooMany`.
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

/** An idle transaction is ended after a minute; a transaction with a slot sends a query before, in milliseconds. */
const pulse = 20_000

/**
 * Holds a slot in a transaction of its own, for work that is no transaction or spans many. Returns the function that
 * releases the slot; the end of the process releases the slot too. Each slot occupies a connection, so callers also
 * limit slots within their process (`createConcurrencyLimiter`). Fault: `request.tooMany`.
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
