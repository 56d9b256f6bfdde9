import { networkFault } from '#platform/web/apiFault.ts'

/** Hears how many of the body's bytes have left; `total` is 0 while it is not known. */
export type UploadProgress = (sent: number, total: number) => void

export type XhrAnswer = { readonly status: number; readonly body: unknown }

/** POSTs a form by XMLHttpRequest, the only way in which a browser tells of an upload's progress. */
export function sendByXhr(
  address: string,
  form: FormData,
  headers: Readonly<Record<string, string>>,
  onProgress: UploadProgress,
  signal?: AbortSignal,
): Promise<XhrAnswer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', address)
    request.withCredentials = true
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', (event) => onProgress(event.loaded, event.total))
    request.addEventListener('load', () => resolve({ status: request.status, body: parsed(request.responseText) }))
    request.addEventListener('error', (event) => reject(networkFault(event)))
    request.addEventListener('abort', () => reject(new DOMException('The upload was stopped.', 'AbortError')))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}

function parsed(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
