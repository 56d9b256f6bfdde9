import type { CompiledStatement } from '#odata/compile/statement.ts'
import type { AnswerReservation } from '#platform/server/http/unreadAnswers.ts'

/** What a row of a list is taken for until its statement has answered, in bytes. */
const usualRow = 512
/** How quickly a size that was seen once is forgotten: the share of it that counts at the next answer. */
const fading = 0.9
const mostKept = 2000

/** How large the answers of lists are, learned for each text of a statement, so that memory can be reserved before. */
export const answerSizes = createAnswerSizes()

function createAnswerSizes() {
  const known = new Map<string, number>()
  return {
    async reserve({ text, mostRows }: CompiledStatement, reservation: AnswerReservation | undefined): Promise<void> {
      if (mostRows === undefined || !reservation) return
      await reservation.reserve(Math.max(mostRows * usualRow, known.get(text) ?? 0))
    },
    /** `value` of an answer is the JSON text of its rows. */
    note({ text, mostRows = 0 }: CompiledStatement, answer: object): void {
      const value = 'value' in answer ? answer.value : undefined
      if (typeof value !== 'string') return
      const size = Math.max(value.length, (known.get(text) ?? 0) * fading)
      // Most are as long as they were taken for.
      if (size <= mostRows * usualRow && !known.has(text)) return
      if (known.size >= mostKept) known.clear()
      known.set(text, size)
    },
  }
}
