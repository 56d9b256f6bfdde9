import type { Challenge } from 'altcha-lib'
import { botHeader } from '#accounts/botCheck.ts'
import { api } from '#platform/web/http.ts'

/** Does the work that the server asks of browsers, beside the page, and answers the header that shows it. */
export async function botProof(): Promise<Record<string, string>> {
  const { challenge } = await api.get<{ challenge: Challenge | null }>('/auth/security/v1/challenge', {
    session: 'none',
  })
  if (!challenge) return {}
  const worker = new Worker(new URL('./botWorker.ts', import.meta.url), { type: 'module' })
  try {
    const solution = await new Promise((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent) => resolve(data))
      worker.addEventListener('error', ({ message }) => reject(new Error(message)))
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
      worker.postMessage(challenge)
    })
    return { [botHeader]: window.btoa(JSON.stringify({ challenge, solution })) }
  } finally {
    worker.terminate()
  }
}
