import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Below the ranges that systems use for outgoing connections, so that no connection takes the port while the server is
 * down.
 */
const range = { from: 21_000, to: 31_000 } as const

/** `preferred` if free on the loopback interface, else a random free port. */
export async function freePort(preferred: number): Promise<number> {
  if (preferred > 0 && (await isFree(preferred))) return preferred
  for (let attempt = 0; attempt < 50; attempt++) {
    const port = randomInt(range.from, range.to)
    if (await isFree(port)) return port
  }
  throw new Error(`No free port for PostgreSQL between ${range.from} and ${range.to}.`)
}

/** Whether nothing listens on this port of the loopback interface. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host: '127.0.0.1' }, () => server.close(() => resolve(true)))
  })
}
