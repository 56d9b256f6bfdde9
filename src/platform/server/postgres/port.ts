import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ranges from which systems take the ports of outgoing connections, so that nobody takes ours while we are down. */
const range = { from: 21_000, to: 31_000 } as const

/** `preferred` if it is free on the loopback, else a free port by chance. */
export async function freePort(preferred: number): Promise<number> {
  if (preferred > 0 && (await isFree(preferred))) return preferred
  for (let attempt = 0; attempt < 50; attempt++) {
    const port = randomInt(range.from, range.to)
    if (await isFree(port)) return port
  }
  throw new Error(`No free port for PostgreSQL between ${range.from} and ${range.to}.`)
}

/** Whether nobody listens on this port of the loopback. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host: '127.0.0.1' }, () => server.close(() => resolve(true)))
  })
}
