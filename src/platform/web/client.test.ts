import { describe, expect, test, vi } from 'vitest'
import { reloadForChunk } from '#platform/web/chunkReload.ts'
import { guardsByName } from '#platform/web/guards.ts'
import { lookForNewBuild, pollForNewBuild, type NewBuildPorts } from '#platform/web/newBuild.ts'
import { hasUnsavedWork, markUnsavedWork } from '#platform/web/unsavedWork.ts'

function buildPorts(change: Partial<NewBuildPorts> = {}): NewBuildPorts {
  return {
    fetchManifest: async () => ({ id: 'b2' }),
    ownBuild: 'b1',
    hasUnsavedWork: () => false,
    reload: vi.fn(),
    tell: vi.fn(),
    log: vi.fn(),
    ...change,
  }
}

describe('new builds', () => {
  test('[R333] the build manifest is polled, and asked for when the page is looked at again, until the page goes', async () => {
    vi.useFakeTimers()
    const fetchManifest = vi.fn(async () => ({ id: 'b1' }))
    const stop = pollForNewBuild(buildPorts({ fetchManifest }))
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    expect(fetchManifest).toHaveBeenCalledTimes(2)
    document.dispatchEvent(new Event('visibilitychange'))
    expect(fetchManifest).toHaveBeenCalledTimes(3)
    stop()
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    expect(fetchManifest).toHaveBeenCalledTimes(3)
    vi.useRealTimers()
  })

  test('[R334] when the build manifest names a new build, the page reloads', async () => {
    const same = buildPorts({ ownBuild: 'b2' })
    await lookForNewBuild(same)
    expect(same.reload).not.toHaveBeenCalled()
    const newer = buildPorts()
    await lookForNewBuild(newer)
    expect(newer.reload).toHaveBeenCalledTimes(1)
  })

  test('a new build waits while something is unsaved, and says so', async () => {
    const ports = buildPorts({ hasUnsavedWork: () => true })
    await lookForNewBuild(ports)
    expect(ports.reload).not.toHaveBeenCalled()
    expect(ports.tell).toHaveBeenCalledTimes(1)
  })

  test('[R499] a failed fetch of the manifest is only logged', async () => {
    const ports = buildPorts({ fetchManifest: () => Promise.reject(new Error('offline')) })
    await lookForNewBuild(ports)
    expect(ports.log).toHaveBeenCalledTimes(1)
    expect(ports.reload).not.toHaveBeenCalled()
    expect(ports.tell).not.toHaveBeenCalled()
  })
})

test('[R335] [R336] [R500] a chunk load failure reloads the page, at most once per path within 10 seconds', () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  }
  const reload = vi.fn()
  const at = (path: string, time: number) => reloadForChunk(path, { storage, now: () => time, reload })
  expect(at('/environments', 100_000)).toBe(true)
  expect(at('/environments', 109_999)).toBe(false)
  expect(at('/main', 109_999)).toBe(true)
  expect(at('/main', 120_000)).toBe(true)
  expect(reload).toHaveBeenCalledTimes(3)
})

test('[R498] an unknown route guard raises an error', async () => {
  const seen: string[] = []
  const guard = guardsByName<string>({ signedIn: (place) => void seen.push(place) })
  await guard('signedIn')('/main')
  expect(seen).toEqual(['/main'])
  expect(() => guard('signedIn', 'nobody')).toThrow('Unknown route guard: nobody')
})

test('unsaved work is known until it is saved', () => {
  const done = markUnsavedWork('form')
  expect(hasUnsavedWork()).toBe(true)
  done()
  expect(hasUnsavedWork()).toBe(false)
})
