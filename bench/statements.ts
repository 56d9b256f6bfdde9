import { connect, createServer, type AddressInfo } from 'node:net'

/** A way to a PostgreSQL that counts the statements which pass. */
export type StatementCounter = {
  readonly connectionString: string
  readonly count: () => number
  stop(): void
}

const query = 'Q'.charCodeAt(0)
const execute = 'E'.charCodeAt(0)

/** Listens on a port of its own and hands everything on; counts Query and Execute messages (PostgreSQL protocol 3). */
export async function countStatements(connectionString: string): Promise<StatementCounter> {
  const target = new URL(connectionString)
  let count = 0
  const server = createServer((socket) => {
    const onward = connect(Number(target.port), target.hostname)
    const see = messageReader((type) => {
      if (type === query || type === execute) count++
    })
    socket.on('data', see)
    socket.pipe(onward).pipe(socket)
    socket.on('error', () => onward.destroy())
    onward.on('error', () => socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const own = new URL(connectionString)
  own.hostname = '127.0.0.1'
  own.port = String((server.address() as AddressInfo).port)
  return { connectionString: own.href, count: () => count, stop: () => void server.close() }
}

/** Calls `see` with the type of each message of a client; the first message of a connection has none. */
function messageReader(see: (type: number) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0)
  let started = false
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const head = started ? 1 : 0
      if (rest.length < head + 4) return
      const length = head + rest.readInt32BE(head)
      if (rest.length < length) return
      if (started) see(rest[0] ?? 0)
      started = true
      rest = rest.subarray(length)
    }
  }
}
