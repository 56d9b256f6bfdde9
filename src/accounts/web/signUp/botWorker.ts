import { solveChallenge, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

// Work for the processor, in a thread of its own so that the page stays alive.
self.addEventListener('message', ({ data }: MessageEvent<Challenge>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
  void solveChallenge({ challenge: data, deriveKey }).then((solution) => self.postMessage(solution))
})
