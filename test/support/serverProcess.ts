import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../src/platform/server/postgres/port.ts'
import { sendTo, type Send } from './maker.ts'

/** Our server in a process of its own, as an operator starts it. */
export type ServerProcess = {
  readonly pid: number
  readonly port: number
  readonly send: Send
  /** Everything it has said. */
  readonly log: () => string
  /** Ends it with a signal and waits until it is gone. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

export type ServerProcessOptions = {
  readonly dataFolder: string
  /** Without it the server starts its embedded PostgreSQL in the data folder. */
  readonly databaseUrl?: string
  /** Further settings. */
  readonly env?: Readonly<Record<string, string>>
  /** The server of another program than this one. */
  readonly entry?: string
  /** How long its start may take, in milliseconds; a program that first builds its web app needs more. */
  readonly patience?: number
  /** Options of Node, such as those of its profiler. */
  readonly nodeOptions?: readonly string[]
}

const ownEntry = fileURLToPath(new URL('../../src/main/server.ts', import.meta.url))
const usualPatience = 60_000

/** Starts it and waits until it answers. */
export async function startServer(options: ServerProcessOptions): Promise<ServerProcess> {
  return startOnce(options).catch((error: unknown) => {
    // Somebody else was given the port in the moment between.
    if (!/Port \d+ is in use/.test(String(error))) throw error
    return startOnce(options)
  })
}

async function startOnce(options: ServerProcessOptions): Promise<ServerProcess> {
  const port = await freePort(0)
  const child = spawn(process.execPath, [...(options.nodeOptions ?? []), options.entry ?? ownEntry], {
    env: {
      ...process.env,
      NODE_ENV: '',
      BASE_URL: '',
      SMTP_URL: '',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_FOLDER: options.dataFolder,
      DATABASE_URL: options.databaseUrl ?? '',
      LOG_LEVEL: 'info',
      DEMO_HOST: 'on',
      CALLS_PER_SECOND: '0',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()))
  const gone = once(child, 'exit')
  const send = sendTo(`http://127.0.0.1:${port}`)
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal)
    await gone
  }
  for (const start = Date.now(); ;) {
    if (
      await send('GET', '/health/ready').then(
        (answer) => answer.status === 200,
        () => false,
      )
    )
      break
    if (child.exitCode !== null) throw new Error(`the server ended at its start:\n${said}`)
    if (Date.now() - start > (options.patience ?? usualPatience)) {
      await end('SIGKILL')
      throw new Error(`the server did not start:\n${said}`)
    }
    await pause(50)
  }
  return { pid: child.pid ?? 0, port, send, log: () => said, end }
}
