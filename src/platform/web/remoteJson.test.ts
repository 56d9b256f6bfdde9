import { expect, test, vi } from 'vitest'
import { createRemoteJson } from '#platform/web/remoteJson.ts'

test('[R482] remote JSON is cached 5 minutes in session and browser storage', async () => {
  window.sessionStorage.clear()
  window.localStorage.clear()
  const clock = { now: 0 }
  const fetch = vi.fn(async () => ['LV', 'ES'])
  const storages = [window.sessionStorage, window.localStorage]
  const load = () => createRemoteJson({ fetch, storages, now: () => clock.now })('/assets/countries.json')
  expect(await load()).toEqual(['LV', 'ES'])
  // Another page of the same tab, and then a new tab: both find it in a storage.
  clock.now = 4 * 60_000
  expect(await load()).toEqual(['LV', 'ES'])
  window.sessionStorage.clear()
  expect(await load()).toEqual(['LV', 'ES'])
  expect(fetch).toHaveBeenCalledTimes(1)
  clock.now = 5 * 60_000
  await load()
  expect(fetch).toHaveBeenCalledTimes(2)
})
