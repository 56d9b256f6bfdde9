const key = 'chunk_reload'
const atMostOnceIn = 10_000

export type ReloadPorts = {
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
  readonly now: () => number
  readonly reload: () => void
}

/** Reloads after a chunk could not be loaded, at most once per path within 10 seconds. False when it has just been tried. */
export function reloadForChunk(path: string, ports: ReloadPorts): boolean {
  const last = read(ports.storage)
  if (last?.path === path && ports.now() - last.at < atMostOnceIn) return false
  ports.storage.setItem(key, JSON.stringify({ path, at: ports.now() }))
  ports.reload()
  return true
}

/** Reloads the page when a lazy part of it fails to load: a newer build may have taken its place. */
export function reloadOnChunkFailure(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const ports = { storage: sessionStorage, now: () => Date.now(), reload: () => window.location.reload() }
    if (reloadForChunk(window.location.pathname, ports)) event.preventDefault()
  })
}

function read(storage: ReloadPorts['storage']): { path: string; at: number } | undefined {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}
