import { describe, expect, test } from 'vitest'
import { done, mostSteps, noHistory, put, takeHistoryStep, without, type History } from '#records/history/history.ts'

const abc: History<string> = ['a', 'b', 'c'].reduce(
  (history, step) => done(history, step),
  noHistory as History<string>,
)

describe('the history of edits', () => {
  test('gives steps back in the reverse order of their doing', () => {
    const first = takeHistoryStep(abc, 'past')
    expect(first?.step).toBe('c')
    expect(takeHistoryStep(first?.rest ?? noHistory, 'past')?.step).toBe('b')
  })

  test('has nothing to take where nothing was done', () => {
    expect(takeHistoryStep(noHistory, 'past')).toBeUndefined()
    expect(takeHistoryStep(abc, 'future')).toBeUndefined()
  })

  test('keeps what was undone, to be done again in its order', () => {
    let history = abc
    for (let count = 0; count < 2; count += 1) {
      const taken = takeHistoryStep(history, 'past')
      if (taken) history = put(taken.rest, 'future', taken.step)
    }
    expect(history).toEqual({ past: ['a'], future: ['c', 'b'] })
    expect(takeHistoryStep(history, 'future')?.step).toBe('b')
  })

  test('forgets what was undone as soon as something new is done', () => {
    expect(done({ past: ['a'], future: ['c', 'b'] }, 'd')).toEqual({ past: ['a', 'd'], future: [] })
  })

  test('forgets a step that changed nothing, wherever it waits', () => {
    expect(without(abc, 'b')).toEqual({ past: ['a', 'c'], future: [] })
    expect(without({ past: ['a'], future: ['b'] }, 'b')).toEqual({ past: ['a'], future: [] })
  })

  test('is bounded: the oldest steps go first', () => {
    let history: History<number> = noHistory
    for (let step = 0; step < mostSteps + 5; step += 1) history = done(history, step)
    expect(history.past).toHaveLength(mostSteps)
    expect(history.past[0]).toBe(5)
  })
})
