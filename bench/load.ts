import { performance } from 'node:perf_hooks'
import { spent, type Processes } from './processes.ts'
import { openSocket } from './socket.ts'

/** One kind of request, created anew for each call. */
export type Shot = () => {
  readonly method: string
  readonly path: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

export type Figures = {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  /** Milliseconds of the server process's processor time per request. */
  readonly cpu: number
  /** The same with that of all PostgreSQL's processes. */
  readonly total: number
  readonly failed: number
}

/** Sends shots over connections for a time (ms), each connection the next as soon as the last is answered. */
export async function measure(
  port: number,
  processes: Processes,
  shot: Shot,
  time: number,
  connections = 32,
): Promise<Figures> {
  const sockets = await Promise.all(Array.from({ length: connections }, () => openSocket(port)))
  const times: number[] = []
  let failed = 0
  const before = await spent(processes)
  const start = performance.now()
  const end = start + time
  await Promise.all(
    sockets.map(async (socket) => {
      while (performance.now() < end) {
        const begun = performance.now()
        const status = await socket.send(shot())
        times.push(performance.now() - begun)
        if (status >= 400) failed++
      }
    }),
  )
  const seconds = (performance.now() - start) / 1000
  const after = await spent(processes)
  for (const socket of sockets) socket.end()
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  const cpu = (after.server - before.server) / times.length
  const total = cpu + (after.database - before.database) / times.length
  return { perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99), cpu, total, failed }
}
