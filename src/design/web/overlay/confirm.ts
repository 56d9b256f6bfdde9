import { createItemQueue } from '#design/web/feedback/queue.ts'

/** A question to the person before something that is hard to take back. */
export type Question = {
  readonly title: string
  readonly text: string
  /** The word on the button that goes on, a verb: 'Delete'. */
  readonly action: string
  readonly danger?: boolean
}

export const questions = createItemQueue<Question & { readonly answer: (yes: boolean) => void }>()

/** Asks and waits for the answer. Needs a ConfirmRegion on the page. */
export function confirm(question: Question): Promise<boolean> {
  return new Promise((resolve) => questions.add({ ...question, answer: resolve }))
}
