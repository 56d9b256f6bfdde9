import { ApiFault, api } from '#platform/web/http.ts'
import type { Import, UploadState } from '#records/exchange/import/settings.ts'

/** A file that was begun and not finished, as this device remembers it. */
type Begun = { readonly id: string; readonly name: string; readonly size: number; readonly modified: number }

const pieceSize = 8 * 1024 * 1024
const keyOf = (envid: string) => `import.upload.${envid}`

export type PieceEvents = {
  readonly onProgress: (share: number) => void
  /** The connection broke off, and it is tried again. */
  readonly onTrouble: (isTrying: boolean) => void
  readonly signal?: AbortSignal
}

/**
 * Sends a file in pieces and answers the import that comes of it. What broke off, also by leaving the page, goes on where it
 * was when the same file is sent again; a broken connection is tried again by itself for a while.
 */
export async function sendInChunks(envid: string, file: File, events: PieceEvents): Promise<Import> {
  let state = (await begunBefore(envid, file)) ?? (await begin(envid, file))
  for (let failures = 0; ;) {
    try {
      const answer = await sendPiece(envid, file, state, events)
      events.onTrouble(false)
      failures = 0
      if (!('offset' in answer)) {
        forget(envid)
        return answer
      }
      state = answer
    } catch (error) {
      const next = await afterFailure(envid, state, error, (failures += 1), events)
      state = next
    }
  }
}

/** The upload that was begun on this device and not finished, with how much of it is there; nothing once it is gone. */
export async function unfinishedUpload(envid: string): Promise<UploadState | undefined> {
  const begun = remembered(envid)
  return begun && stateOf(envid, begun.id)
}

async function sendPiece(
  envid: string,
  file: File,
  { id, offset }: UploadState,
  { onProgress, signal }: PieceEvents,
): Promise<UploadState | Import> {
  const form = new FormData()
  form.append('file', file.slice(offset, offset + pieceSize), file.name)
  return api.upload<UploadState | Import>(`/import/v1/${envid}/upload/${id}?offset=${offset}`, form, {
    onProgress: (sent) => onProgress(Math.min(1, (offset + sent) / file.size)),
    ...(signal ? { signal } : {}),
  })
}

const mostFailures = 8
const longestWait = 15_000

/** Where to go on after a failure; throws what cannot be mended by trying again. */
async function afterFailure(
  envid: string,
  state: UploadState,
  error: unknown,
  failures: number,
  { onTrouble, signal }: PieceEvents,
): Promise<UploadState> {
  const isTrouble =
    error instanceof ApiFault &&
    (error.status === 0 || error.status === 429 || error.status >= 502 || error.code === 'import.offset')
  if (!isTrouble || failures > mostFailures || signal?.aborted) {
    // What was refused is gone on the server too.
    if (error instanceof ApiFault && error.status >= 400 && error.status < 500 && error.status !== 401) forget(envid)
    throw error
  }
  onTrouble(true)
  await new Promise((resolve) => setTimeout(resolve, Math.min(longestWait, 500 * 2 ** failures)))
  return stateOf(envid, state.id).then(
    (now) => now ?? state,
    () => state,
  )
}

async function begin(envid: string, file: File): Promise<UploadState> {
  const state = await api.post<UploadState>(`/import/v1/${envid}/upload/begin`, { file: file.name, size: file.size })
  const begun: Begun = { id: state.id, name: file.name, size: file.size, modified: file.lastModified }
  try {
    window.localStorage.setItem(keyOf(envid), JSON.stringify(begun))
  } catch {
    // Without storage the upload lasts as long as the page.
  }
  return state
}

async function begunBefore(envid: string, file: File): Promise<UploadState | undefined> {
  const begun = remembered(envid)
  const isSame = begun?.name === file.name && begun.size === file.size && begun.modified === file.lastModified
  return isSame ? stateOf(envid, begun.id) : undefined
}

async function stateOf(envid: string, id: string): Promise<UploadState | undefined> {
  try {
    return await api.get<UploadState>(`/import/v1/${envid}/upload/${id}`)
  } catch (error) {
    if (!(error instanceof ApiFault && error.status === 404)) throw error
    forget(envid)
    return undefined
  }
}

function remembered(envid: string): Begun | undefined {
  try {
    return (JSON.parse(window.localStorage.getItem(keyOf(envid)) ?? 'null') as Begun | null) ?? undefined
  } catch {
    return undefined
  }
}

function forget(envid: string): void {
  try {
    window.localStorage.removeItem(keyOf(envid))
  } catch {
    // Nothing was kept either.
  }
}
