import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** Receives bytes that are valid only during the call: the next bytes overwrite the same buffer. */
type Taker = (bytes: Buffer) => void

/** Size of the read buffer, in bytes. */
const room = 128 * 1024

/**
 * PostgreSQL sends this many bytes at a time as long as more follow. Waking for each of them delays PostgreSQL and
 * costs more than the reading. Reading therefore pauses for a moment, in milliseconds, while the next bytes gather.
 */
const more = 8 * 1024
const moment = 2

const takers = new WeakMap<Duplex, Taker | undefined>()

/**
 * A socket with one reused read buffer. Node allocates a buffer of 64 kB for each of the 8 kB that PostgreSQL sends at
 * a time, and collecting those buffers costs more than the whole rest of a copy. Listeners that do not detach the
 * socket receive `data` as on any other socket. Under TLS the TLS layer owns the bytes, so an ordinary socket is
 * returned.
 */
export function openPooledSocket(connection?: { readonly ssl?: unknown }): Socket {
  if (connection?.ssl) return new Socket()
  const socket: Socket = new Socket({
    onread: {
      buffer: Buffer.allocUnsafeSlow(room),
      callback(length, buffer) {
        const bytes = Buffer.from(buffer.buffer, buffer.byteOffset, length)
        const take = takers.get(socket)
        if (take) take(bytes)
        else socket.emit('data', Buffer.from(bytes))
        if (length < more || !takers.get(socket)) return true
        setTimeout(goOn, moment)
        return false
      },
    },
  })
  takers.set(socket, undefined)
  return socket

  // A listener may have paused the socket meanwhile.
  function goOn(): void {
    if (!socket.isPaused()) socket.resume()
  }
}

/** Detaches the stream's data listeners. Returns a function that restores them and replays the unread rest. */
export function borrow(stream: Duplex, take: Taker): (last: Buffer) => void {
  if (takers.has(stream)) {
    takers.set(stream, take)
    return (last) => {
      takers.set(stream, undefined)
      stream.resume()
      if (last.length > 0) stream.emit('data', Buffer.from(last))
    }
  }
  const others = stream.listeners('data') as Taker[]
  stream.on('data', take)
  for (const other of others) stream.off('data', other)
  return (last) => {
    for (const other of others) stream.on('data', other)
    stream.off('data', take).resume()
    if (last.length > 0) for (const other of others) other.call(stream, last)
  }
}
