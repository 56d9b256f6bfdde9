import { describe, expect, test } from 'vitest'
import { createRecordWindow, type PageStart, type Pending, type WindowPage } from '#records/recordWindow.ts'

type Row = { readonly id: string; readonly text?: string }

/** A list of `total` rows that answers pages by start, link or skip, and remembers what it was asked. */
function service(total: number, pageSize = 10, pagesKept = 3) {
  const asked: string[] = []
  const cancelled: string[] = []
  const held: (() => void)[] = []
  const state = { rows: Array.from({ length: total }, (_, at): Row => ({ id: `r${at}` })), hold: false, fail: false }
  const after: (() => void)[] = []
  const load = (start: PageStart): Pending<WindowPage<Row>> => {
    const name = start.kind === 'start' ? 'start' : start.kind === 'link' ? start.link : `skip ${start.skip}`
    asked.push(name)
    const [from, isBackward] =
      start.kind === 'start'
        ? [0, false]
        : start.kind === 'skip'
          ? [start.skip, false]
          : [Number(start.link.slice(1)), start.link[0] === '<']
    const first = isBackward ? Math.max(0, from - pageSize) : from
    const last = isBackward ? from : Math.min(state.rows.length, from + pageSize)
    const page = {
      rows: state.rows.slice(first, last),
      ...(last < state.rows.length ? { next: `>${last}` } : {}),
      ...(first > 0 && start.kind !== 'start' ? { previous: `<${first}` } : {}),
    }
    const answer = new Promise<WindowPage<Row>>((resolve, reject) => {
      const go = () => (state.fail ? reject(new Error('no')) : resolve(page))
      if (state.hold) held.push(go)
      else go()
    })
    return { answer, cancel: () => cancelled.push(name) }
  }
  const window = createRecordWindow<Row>({
    pageSize,
    pagesKept,
    keyOf: (row) => row.id,
    load,
    count: () => ({ answer: Promise.resolve(state.rows.length), cancel: () => undefined }),
    later: (work) => {
      after.push(work)
      return () => void after.splice(after.indexOf(work), 1)
    },
  })
  const settle = async () => {
    for (let i = 0; i < 8; i += 1) {
      await Promise.resolve()
      await Promise.resolve()
    }
  }
  const pause = async () => {
    for (const work of after.splice(0)) work()
    await settle()
  }
  return { window, asked, cancelled, held, state, settle, pause }
}

describe('a window over a million rows', () => {
  test('the first page comes without a count, which follows', async () => {
    const { window, asked, settle } = service(1_000_000)
    window.need(0, 8)
    await settle()
    expect(asked[0]).toBe('start')
    expect(window.view().rowCount).toBe(1_000_000)
    expect(window.view().rowAt(3)?.id).toBe('r3')
    expect(window.view().rowAt(500_000)).toBe(undefined)
  })

  test('scrolling on follows links and never skips', async () => {
    const { window, asked, settle, pause } = service(1_000_000)
    for (let at = 0; at < 300; at += 5) {
      window.need(at, at + 8)
      await settle()
      await pause()
    }
    expect(asked.filter((name) => name.startsWith('skip'))).toEqual([])
    expect(new Set(asked).size).toBe(asked.length)
    expect(window.view().rowAt(299)?.id).toBe('r299')
  })

  test('a jump skips once, then both directions go by key', async () => {
    const { window, asked, settle, pause } = service(1_000_000)
    window.need(0, 8)
    await settle()
    window.need(700_003, 700_018)
    await settle()
    await pause()
    expect(asked.filter((name) => name.startsWith('skip'))).toEqual(['skip 700000'])
    for (let at = 700_000; at > 699_900; at -= 5) {
      window.need(at, at + 8)
      await settle()
      await pause()
    }
    expect(asked.filter((name) => name.startsWith('skip'))).toEqual(['skip 700000'])
    expect(window.view().rowAt(699_905)?.id).toBe('r699905')
  })

  test('places that the bar only passes by are never asked for', async () => {
    const { window, asked, settle, pause } = service(1_000_000)
    window.need(0, 8)
    await settle()
    for (const place of [100_000, 300_000, 500_000]) window.need(place, place + 8)
    await pause()
    expect(asked.filter((name) => name.startsWith('skip'))).toEqual(['skip 500000'])
  })

  test('a load for a place left long ago is called off', async () => {
    const { window, cancelled, state, settle, pause } = service(1_000_000)
    window.need(0, 8)
    await settle()
    state.hold = true
    window.need(500_000, 500_008)
    await pause()
    window.need(10, 18)
    expect(cancelled).toContain('skip 500000')
  })

  test('only so many pages are kept, those in sight always', async () => {
    const { window, settle } = service(1000)
    for (let at = 0; at < 400; at += 10) {
      window.need(at, at + 10)
      await settle()
    }
    expect(window.view().rowAt(395)).toBeDefined()
    expect(window.view().rowAt(5)).toBe(undefined)
  })

  test('a short list needs no count', async () => {
    const { window, settle } = service(4)
    window.need(0, 8)
    await settle()
    expect(window.view()).toMatchObject({ rowCount: 4, isCounted: true, isReady: true })
  })

  test('a changed row is seen at once, and others keep their identity', async () => {
    const { window, settle } = service(20)
    window.need(0, 8)
    await settle()
    const before = window.view()
    window.change('r3', (row) => ({ ...row, text: 'new' }))
    expect(window.view()).not.toBe(before)
    expect(window.view().rowAt(3)).toEqual({ id: 'r3', text: 'new' })
    expect(window.view().rowAt(4)).toBe(before.rowAt(4))
  })

  test('reading anew keeps what is in sight until its successor is there', async () => {
    const { window, state, held, settle } = service(30)
    window.need(0, 8)
    await settle()
    state.rows = state.rows.slice(1)
    state.hold = true
    window.refresh()
    expect(window.view().rowAt(0)?.id).toBe('r0')
    state.hold = false
    for (const go of held) go()
    await settle()
    expect(window.view().rowAt(0)?.id).toBe('r1')
    expect(window.view().rowCount).toBe(29)
  })

  test('what failed is told and can be tried again', async () => {
    const { window, state, settle } = service(30)
    state.fail = true
    window.need(0, 8)
    await settle()
    expect(window.view()).toMatchObject({ isReady: false, error: new Error('no') })
    state.fail = false
    window.retry()
    await settle()
    expect(window.view()).toMatchObject({ isReady: true, error: undefined, rowCount: 30 })
  })
})
