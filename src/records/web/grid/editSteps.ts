import { done, noHistory, put, takeHistoryStep, without, type History, type Side } from '#records/history/history.ts'
import type { RecordChange } from '#records/recordChange.ts'

export type EditKind = 'cell' | 'paste' | 'fill' | 'clear'

/** One thing that someone did to cells. What it changed is known when all of it is saved. */
export type EditStep = { readonly kind: EditKind; readonly changes: Promise<readonly RecordChange[]> }

export type EditSteps = ReturnType<typeof createEditSteps>

/** The edits of one visit to a list that can be taken back and done again. */
export function createEditSteps() {
  let history: History<EditStep> = noHistory
  const forgetIfEmpty = async (step: EditStep) => {
    if ((await step.changes).length === 0) history = without(history, step)
  }
  return {
    /** Something new was done. It has its place in the order at once, before it is saved. */
    remember: (step: EditStep): void => {
      history = done(history, step)
      void forgetIfEmpty(step)
    },
    put: (side: Side, step: EditStep): void => {
      history = put(history, side, step)
      void forgetIfEmpty(step)
    },
    take: (side: Side): EditStep | undefined => {
      const taken = takeHistoryStep(history, side)
      if (taken) history = taken.rest
      return taken?.step
    },
  }
}
