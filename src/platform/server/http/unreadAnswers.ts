import type { Writable } from 'node:stream'
import { fault } from '#faults/fault.ts'

/**
 * Memory for answers that their readers have not taken yet. Large answers reserve their share before they are made and wait
 * for it; small ones cost nothing worth counting and never wait.
 */
export type UnreadAnswers = {
  /** The account of one request; `caller` tells apart whose requests share an allowance. */
  open(caller: string): AnswerReservation
  /** Bytes that are reserved now, and how many requests wait for some. */
  state(): { readonly reserved: number; readonly waiting: number }
}

export type AnswerReservation = {
  /**
   * Resolves when so many bytes may be filled. A request that holds some already gets more at once: a batch must not wait
   * for itself. Fault: `request.tooMany` after too long a wait.
   */
  reserve(bytes: number): Promise<void>
  /** Replaces what was reserved by the size of the whole answer. What is reserved afterwards is not counted. */
  settle(bytes: number): void
  /** Everything was taken, or the reader has gone. */
  release(): void
}

export type UnreadAnswersOptions = {
  /** Most bytes of the process. */
  readonly inAll: number
  /** Most bytes of one caller. */
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
 * The account of a request until its reader has everything or has gone. A reader who left before, while the session was
 * still being looked up, is told by nothing but the stream: its `close` comes no more.
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
  // An answer that is larger than an allowance goes when nothing else holds a part of it.
  const hasOwnShare = ({ caller, bytes }: Waiting) => (held.get(caller) ?? 0) + Math.min(bytes, each) <= each
  const hasShareOfAll = ({ bytes }: Waiting) => all + Math.min(bytes, inAll) <= inAll

  /** In the order of arrival: who waits for their own share lets others by, who waits for that of the process does not. */
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
        // Meanwhile its reader may have left, or the answer been made.
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
