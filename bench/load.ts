import { readFile } from 'node:fs/promises'
import { performance } from 'node:perf_hooks'
import { Agent, request } from 'node:http'

/** One kind of request, made anew for each call. */
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
  readonly failed: number
}

const connections = 32
const ticksPerSecond = 100

/** Sends shots over 32 connections for a time (ms), each connection the next as soon as the last is answered. */
export async function measure(port: number, pid: number, shot: Shot, time: number): Promise<Figures> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const times: number[] = []
  let failed = 0
  const before = await processorTime(pid)
  const start = performance.now()
  const end = start + time
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) {
        const begun = performance.now()
        const status = await send(agent, port, shot())
        times.push(performance.now() - begun)
        if (status >= 400) failed++
      }
    }),
  )
  const seconds = (performance.now() - start) / 1000
  const spent = (await processorTime(pid)) - before
  agent.destroy()
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  return { perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99), cpu: spent / times.length, failed }
}

function send(agent: Agent, port: number, { method, path, headers, body }: ReturnType<Shot>): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request({ agent, host: '127.0.0.1', port, method, path, headers }, (answer) => {
      answer.on('data', () => undefined)
      answer.on('end', () => resolve(answer.statusCode ?? 0))
      answer.on('error', reject)
    })
    call.on('error', reject)
    call.end(body)
  })
}

/** User and system time of a process in ms (proc(5), fields 14 and 15). */
async function processorTime(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? []
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond
}
