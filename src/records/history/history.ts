/** What can be taken back and done again; the last is what happened last. Never changed, only followed by another one. */
export type History<Step> = { readonly past: readonly Step[]; readonly future: readonly Step[] }

/** Where a step waits: `past` to be undone, `future` to be done again. */
export type Side = keyof History<unknown>

/** More than anyone takes back one by one; what is older is forgotten. */
export const mostSteps = 100

export const noHistory: History<never> = { past: [], future: [] }

/** Something new was done: it can be undone, and what had been undone before can no longer be done again. */
export function done<Step>(history: History<Step>, step: Step): History<Step> {
  return put({ ...history, future: [] }, 'past', step)
}

/** Lays a step where it waits for its turn, as the next one. */
export function put<Step>(history: History<Step>, side: Side, step: Step): History<Step> {
  return { ...history, [side]: [...history[side], step].slice(-mostSteps) }
}

/** The next step of a side and what is left without it; undefined when there is none. */
export function takeHistoryStep<Step>(
  history: History<Step>,
  side: Side,
): { step: Step; rest: History<Step> } | undefined {
  const step = history[side].at(-1)
  return step === undefined ? undefined : { step, rest: without(history, step) }
}

/** A step that turned out to have changed nothing is forgotten. */
export function without<Step>(history: History<Step>, step: Step): History<Step> {
  const others = (side: Side) => history[side].filter((each) => each !== step)
  return { past: others('past'), future: others('future') }
}
