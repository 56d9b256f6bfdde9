import type { CompiledStatement } from '#odata/compile/statement.ts'
import type { AnswerReservation } from '#platform/server/http/unreadAnswers.ts'

/** Assumed size of one list row before its statement has answered for the first time, in bytes. */
const usualRow = 512
/** Decay of a learned size: the share of the old size that still counts at the next answer. */
const fading = 0.9
const mostKept = 2000

/** Sizes of list answers, learned per statement text, so that memory can be reserved before the statement runs. */
export const answerSizes = createAnswerSizes()

function createAnswerSizes() {
  const known = new Map<string, number>()
  return {
    async reserve({ text, mostRows }: CompiledStatement, reservation: AnswerReservation | undefined): Promise<void> {
      if (mostRows === undefined || !reservation) return
      await reservation.reserve(Math.max(mostRows * usualRow, known.get(text) ?? 0))
    },
    /** Learns the size of an answer. `value` of the answer is the JSON text of its rows. */
    note({ text, mostRows = 0 }: CompiledStatement, answer: object): void {
      const value = 'value' in answer ? answer.value : undefined
      if (typeof value !== 'string') return
      const size = Math.max(value.length, (known.get(text) ?? 0) * fading)
      // Most answers stay within the assumed size and need no entry.
      if (size <= mostRows * usualRow && !known.has(text)) return
      if (known.size >= mostKept) known.clear()
      known.set(text, size)
    },
  }
}
