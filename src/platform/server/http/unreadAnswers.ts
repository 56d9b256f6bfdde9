import type { Writable } from 'node:stream'
import { fault } from '#faults/fault.ts'

/**
 * A memory budget for answers that clients have not read yet. Large answers reserve their share before they are built
 * and wait for the reservation; small answers are not counted and never wait.
 */
export type UnreadAnswers = {
  /** Opens the reservation of one request; requests with the same `caller` share an allowance. */
  open(caller: string): AnswerReservation
  /** Currently reserved bytes, and the number of waiting requests. */
  state(): { readonly reserved: number; readonly waiting: number }
}

export type AnswerReservation = {
  /**
   * Resolves when the bytes are reserved. A request with a reservation gets more at once: a batch must not wait for
   * itself. Fault: `request.tooMany` after too long a wait.
   */
  reserve(bytes: number): Promise<void>
  /** Replaces the reservation by the size of the whole answer. Later reservations are not counted. */
  settle(bytes: number): void
  /** Ends the reservation: the client has read everything or has disconnected. */
  release(): void
}

export type UnreadAnswersOptions = {
  /** Limit of the process, in bytes. */
  readonly inAll: number
  /** Limit of one caller, in bytes. */
  readonly each: number
  /** Longest wait, in milliseconds. */
  readonly patience: number
}

/** Answers up to this size fit into buffers that every connection has anyway. In bytes. */
export const smallAnswer = 64 * 1024

type Waiting = {
  readonly caller: string
  readonly bytes: number
  readonly admit: () => void
}

/**
 * The reservation of a request until the client has read everything or has disconnected. If the client disconnected
 * before, for instance during the session lookup, only the stream's state shows the departure: the `close` event is not
 * repeated.
 */
export function openUntilClosed(answers: UnreadAnswers, caller: string, stream: Writable): AnswerReservation {
  const reservation = answers.open(caller)
  if (stream.destroyed) reservation.release()
  else stream.once('close', () => reservation.release())
  return reservation
}

export function createUnreadAnswers({ inAll, each, patience }: UnreadAnswersOptions): UnreadAnswers {
  const held = new Map<string, number>()
  const queue = new Set<Waiting>()
  let all = 0

  const add = (caller: string, bytes: number) => {
    all += bytes
    const own = (held.get(caller) ?? 0) + bytes
    if (own > 0) held.set(caller, own)
    else held.delete(caller)
  }
  // An answer that exceeds an allowance may go when nothing else of that allowance is reserved.
  const hasOwnShare = ({ caller, bytes }: Waiting) => (held.get(caller) ?? 0) + Math.min(bytes, each) <= each
  const hasShareOfAll = ({ bytes }: Waiting) => all + Math.min(bytes, inAll) <= inAll

  /**
   * In order of arrival: requests that wait for the caller's own share let others pass; requests that wait for the
   * process's share do not.
   */
  function admitWaiting(): void {
    for (const waiting of queue) {
      if (!hasOwnShare(waiting)) continue
      if (!hasShareOfAll(waiting)) return
      queue.delete(waiting)
      waiting.admit()
    }
  }

  function open(caller: string): AnswerReservation {
    let own = 0
    let isSettled = false
    let isReleased = false
    let entering: Promise<void> | undefined
    let leave: () => void = () => undefined

    const change = (bytes: number) => {
      add(caller, bytes - own)
      own = bytes
      admitWaiting()
    }
    const enter = (bytes: number) =>
      new Promise<void>((resolve, reject) => {
        const waiting: Waiting = {
          caller,
          bytes,
          admit() {
            clearTimeout(timer)
            own += bytes
            add(caller, bytes)
            resolve()
          },
        }
        leave = () => {
          clearTimeout(timer)
          if (queue.delete(waiting)) reject(fault('request.tooMany', { seconds: 10 }))
        }
        const timer = setTimeout(() => leave(), patience)
        queue.add(waiting)
        admitWaiting()
      })

    return {
      async reserve(bytes) {
        if (bytes <= smallAnswer || isSettled || isReleased) return
        if (!entering) return (entering = enter(bytes))
        await entering
        // Meanwhile the client may have disconnected, or the answer may be complete.
        if (!isSettled && !isReleased) change(own + bytes)
      },
      settle(bytes) {
        isSettled = true
        if (!isReleased) change(bytes <= smallAnswer ? 0 : bytes)
      },
      release() {
        isReleased = true
        leave()
        change(0)
      },
    }
  }

  return { open, state: () => ({ reserved: all, waiting: queue.size }) }
}
