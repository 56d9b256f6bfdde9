import { fault } from '#faults/fault.ts'
import type { Departure } from '#platform/server/database/ownConnection.ts'

/** The caller of a statement, by ids: a person (all sessions and keys together) in an environment. */
export type StatementCaller = { readonly person: string; readonly environment: string }

/** Releases a slot; further calls do nothing. */
export type Release = () => void

/** How many slots may be in use at once. */
export type QueueCapacity = { readonly inAll: number; readonly perEnvironment: number; readonly perPerson: number }

/** A bounded number of slots, assigned in turn to environments, and within an environment in turn to persons. */
export type FairQueue = {
  /** Waits for a slot. Faults: `server.busy` after a while, or at once when the queue is long; `request.abandoned`. */
  acquire(caller: StatementCaller, departure?: Departure): Promise<Release>
  /** A slot if one is free now; undefined when the caller would have to wait. */
  tryAcquire(caller: StatementCaller): Release | undefined
}

type Waiter = { readonly caller: StatementCaller; readonly admit: () => void }

/** Default limit of a wait, in milliseconds. */
const longestWait = 10_000
/** Limits of waiting statements: of one person, and in total. */
const mostOfPerson = 200
const mostWaiting = 2000
/** Retry-After of refused callers, in seconds. */
const retryAfter = 10

/** Creates an empty queue. `patience` is the longest wait, in milliseconds. */
export function createFairQueue(places: QueueCapacity, patience = longestWait): FairQueue {
  const waiting = new Set<Waiter>()
  const held = createTally()
  const queued = createTally()
  // Sequence number of the last service, by environment or person; the lowest number is served next.
  const served = new Map<string, number>()
  let count = 0

  function isFree({ person, environment }: StatementCaller): boolean {
    return (
      held.all() < places.inAll && held.of(environment) < places.perEnvironment && held.of(person) < places.perPerson
    )
  }

  function take(caller: StatementCaller): Release {
    served.set(caller.environment, ++count).set(caller.person, count)
    held.add(caller)
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      held.remove(caller)
      if (held.all() === 0 && waiting.size === 0) served.clear()
      admitNext()
    }
  }

  function admitNext(): void {
    for (let next = chooseNext(); next; next = chooseNext()) {
      remove(next)
      next.admit()
    }
  }

  function chooseNext(): Waiter | undefined {
    if (held.all() >= places.inAll) return undefined
    let chosen: Waiter | undefined
    for (const each of waiting) {
      if (isFree(each.caller) && (!chosen || isBefore(each.caller, chosen.caller))) chosen = each
    }
    return chosen
  }

  // Statements of one person are served in order of arrival: the set preserves the order.
  function isBefore(one: StatementCaller, other: StatementCaller): boolean {
    const at = (key: string) => served.get(key) ?? 0
    const difference = at(one.environment) - at(other.environment)
    return (difference || at(one.person) - at(other.person)) < 0
  }

  function remove(waiter: Waiter): void {
    waiting.delete(waiter)
    queued.remove(waiter.caller)
  }

  function wait(caller: StatementCaller, departure: Departure | undefined): Promise<Release> {
    const { promise, resolve, reject } = Promise.withResolvers<Release>()
    const signal = departure?.()
    if (signal?.aborted) return Promise.reject(fault('request.abandoned'))
    const waiter: Waiter = {
      caller,
      admit() {
        settle()
        resolve(take(caller))
      },
    }
    const giveUp = (refusal: Error) => {
      settle()
      remove(waiter)
      reject(refusal)
    }
    const leave = () => giveUp(fault('request.abandoned'))
    const timer = setTimeout(() => giveUp(fault('server.busy', { seconds: retryAfter })), patience)
    function settle(): void {
      clearTimeout(timer)
      signal?.removeEventListener('abort', leave)
    }
    signal?.addEventListener('abort', leave, { once: true })
    waiting.add(waiter)
    queued.add(caller)
    return promise
  }

  const tryAcquire = (caller: StatementCaller) => (isFree(caller) ? take(caller) : undefined)

  return {
    tryAcquire,
    async acquire(caller, departure) {
      const release = tryAcquire(caller)
      if (release) return release
      if (queued.of(caller.person) >= mostOfPerson || queued.all() >= mostWaiting) {
        throw fault('server.busy', { seconds: retryAfter })
      }
      return wait(caller, departure)
    },
  }
}

/** Counts by environment and by person. */
function createTally() {
  const counts = new Map<string, number>()
  let all = 0
  const change = (id: string, by: number) => {
    const count = (counts.get(id) ?? 0) + by
    if (count > 0) counts.set(id, count)
    else counts.delete(id)
  }
  const changeAll = ({ person, environment }: StatementCaller, by: number) => {
    all += by
    change(person, by)
    change(environment, by)
  }
  return {
    add: (caller: StatementCaller) => changeAll(caller, 1),
    remove: (caller: StatementCaller) => changeAll(caller, -1),
    of: (id: string) => counts.get(id) ?? 0,
    all: () => all,
  }
}
