import { hostAddress } from '#platform/web/hosts.ts'
import { api } from '#platform/web/http.ts'
import { storedToken } from '#platform/web/token.ts'

/**
 * Has the browser keep what a GET answers with: by itself where a cookie says who asks, so that it shows progress and can
 * stop it; otherwise the file is fetched first. Throws an ApiFault for what is refused then.
 */
export async function saveFile(path: string, name: string, signal?: AbortSignal): Promise<void> {
  if (storedToken() === undefined) return follow(hostAddress(path), '')
  saveBlob(await api.download(path, undefined, signal ? { signal } : {}), name)
}

/** Has the browser keep a file that is here already. */
export function saveBlob(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  follow(url, name)
  // The browser has begun to take it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

function follow(address: string, name: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
}
