import { connect } from 'node:net'
import { once } from 'node:events'

/** A keep-alive connection with one request at a time. */
export type Connection = {
  /** Sends a request; answers its status when the whole answer has come. */
  send(request: Request): Promise<number>
  end(): void
}

type Request = {
  readonly method: string
  readonly path: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

/**
 * A minimal HTTP/1.1 client: processor time of the client is missing for the measured servers. Reads answers with a
 * Content-Length and answers without a body.
 */
export async function openSocket(port: number): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  let waiting: PromiseWithResolvers<number> | undefined
  let held: Buffer | undefined
  let missing = 0
  let status = 0

  socket.on('data', (chunk: Buffer) => {
    if (missing > 0) return take(chunk.length)
    held = held ? Buffer.concat([held, chunk]) : chunk
    const end = held.indexOf('\r\n\r\n')
    if (end < 0) return undefined
    const head = held.toString('latin1', 0, end)
    status = Number(head.slice(9, 12))
    missing = end + 4 + bodyLength(head, status)
    const came = held.length
    held = undefined
    return take(came)
  })
  socket.on('error', (error) => waiting?.reject(error))
  socket.on('close', () => waiting?.reject(new Error('the server closed the connection')))

  function take(bytes: number): void {
    missing -= bytes
    if (missing === 0) waiting?.resolve(status)
  }

  return {
    send({ method, path, headers = {}, body = '' }) {
      waiting = Promise.withResolvers<number>()
      const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
      const length = body === '' ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`
      socket.write(`${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${fields.join('')}${length}\r\n${body}`)
      return waiting.promise
    },
    end() {
      waiting = undefined
      socket.destroy()
    },
  }
}

function bodyLength(head: string, status: number): number {
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined && status !== 204 && status !== 304) throw new Error(`an answer without a length: ${head}`)
  return Number(length ?? 0)
}
