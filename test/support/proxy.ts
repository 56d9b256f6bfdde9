import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'

/**
 * What becomes of a request on its way to the database, and of its connection: `cut` breaks it off, `swallow` leaves it open
 * and lets nothing through any more; before the database has got the request, or after, so that only the answer is lost.
 */
export type Fate = 'pass' | 'cutRequest' | 'cutAnswer' | 'swallowRequest' | 'swallowAnswer'

/** A TCP proxy on a loopback port before another one. */
export type Proxy = {
  readonly port: number
  /** Decides what becomes of what a client sends: `chunk` is it, as text. */
  decide(fate: (chunk: string) => Fate): void
  /** Whether new connections are left without any word. */
  swallowNew(swallow: boolean): void
  stop(): Promise<void>
}

/** Starts a proxy before a port of this machine; it passes everything until told otherwise. */
export async function openProxy(target: number): Promise<Proxy> {
  let decide: (chunk: string) => Fate = () => 'pass'
  let mute = false
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    keep(client)
    if (mute) return void client.resume()
    const behind = keep(connect(target, '127.0.0.1'))
    const lost = { requests: false, answers: false }
    client.on('data', (chunk: Buffer) => {
      if (lost.requests) return
      const fate = decide(chunk.toString('latin1'))
      lost.requests = fate !== 'pass'
      lost.answers ||= fate !== 'pass'
      if (fate !== 'cutRequest' && fate !== 'swallowRequest') behind.write(chunk)
      // The database gets the request and would answer, were there still somebody.
      if (fate === 'cutRequest' || fate === 'cutAnswer') client.destroy()
    })
    behind.on('data', (chunk: Buffer) => {
      if (!lost.answers) client.write(chunk)
    })
    behind.on('close', () => {
      if (!lost.answers) client.destroy()
    })
    client.on('close', () => {
      if (lost.requests) behind.end()
      else behind.destroy()
    })
  })
  function keep(socket: Socket): Socket {
    sockets.add(socket)
    return socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    decide: (fate) => (decide = fate),
    swallowNew: (swallow) => (mute = swallow),
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The address of a database, reached through a proxy. */
export function throughProxy(connectionString: string, { port }: Proxy): string {
  const url = new URL(connectionString)
  url.host = `127.0.0.1:${port}`
  return url.href
}
