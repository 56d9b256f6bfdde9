import { createTimedCache, type ClearMinutes, type TimedCache } from '#platform/web/timedCache.ts'

const prefix = 'json:'

type Kept = { readonly until: number; readonly value: unknown }

export type RemoteJsonPorts = {
  readonly fetch: (address: string) => Promise<unknown>
  /** Session storage and browser storage, asked in this order. */
  readonly storages: readonly Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>[]
  readonly now: () => number
}

/** Loads JSON files that change rarely. Specification 7: cached 5 minutes, in session and browser storage and in memory. */
export function createRemoteJson(ports: RemoteJsonPorts, memory: TimedCache = createTimedCache(ports.now)) {
  return async (address: string, minutes: ClearMinutes = 5): Promise<unknown> => {
    const known = memory.get(address) ?? fromStorages(ports, address)
    if (known !== undefined) return known
    const value = await ports.fetch(address)
    memory.set(address, value, minutes)
    const text = JSON.stringify({ until: ports.now() + minutes * 60_000, value } satisfies Kept)
    for (const storage of ports.storages) keep(storage, prefix + address, text)
    return value
  }
}

function fromStorages({ storages, now }: RemoteJsonPorts, address: string): unknown {
  for (const storage of storages) {
    const kept = read(storage.getItem(prefix + address))
    if (kept && kept.until > now()) return kept.value
    if (kept) storage.removeItem(prefix + address)
  }
  return undefined
}

function read(text: string | null): Kept | undefined {
  try {
    return text === null ? undefined : (JSON.parse(text) as Kept)
  } catch {
    return undefined
  }
}

function keep(storage: Pick<Storage, 'setItem'>, key: string, text: string): void {
  try {
    storage.setItem(key, text)
  } catch {
    // A full or refused storage costs a second request, nothing else.
  }
}
