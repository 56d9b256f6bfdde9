import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** Hears bytes that it must not keep: the next ones come to the same place. */
type Borrower = (bytes: Buffer) => void

/** What is read at once at most, in bytes. */
const room = 128 * 1024

/**
 * PostgreSQL sends so much at a time as long as it has more, in bytes. Whoever wakes for each of them keeps it waiting and
 * spends more on waking than on reading; so the next ones are left to gather for a moment, in milliseconds.
 */
const more = 8 * 1024
const moment = 2

const borrowers = new WeakMap<Duplex, Borrower | undefined>()

/**
 * A socket that reads into one place again and again. Node makes a buffer of 64 kB for each of the 8 kB that PostgreSQL sends
 * at a time, and to clear those away costs more than all that is done with a copy. Who does not borrow hears `data` as of
 * any other socket. Under TLS the bytes are others', so there it is an ordinary one.
 */
export function openPooledSocket(connection?: { readonly ssl?: unknown }): Socket {
  if (connection?.ssl) return new Socket()
  const socket: Socket = new Socket({
    onread: {
      buffer: Buffer.allocUnsafeSlow(room),
      callback(length, place) {
        const bytes = Buffer.from(place.buffer, place.byteOffset, length)
        const take = borrowers.get(socket)
        if (take) take(bytes)
        else socket.emit('data', Buffer.from(bytes))
        if (length < more || !borrowers.get(socket)) return true
        setTimeout(goOn, moment)
        return false
      },
    },
  })
  borrowers.set(socket, undefined)
  return socket

  // Who reads it may have paused it meanwhile.
  function goOn(): void {
    if (!socket.isPaused()) socket.resume()
  }
}

/**
 * Takes what comes on a stream away from those who listen to it. The function that it answers gives it back to them, with the
 * last of it.
 */
export function borrow(stream: Duplex, take: Borrower): (last: Buffer) => void {
  if (borrowers.has(stream)) {
    borrowers.set(stream, take)
    return (last) => {
      borrowers.set(stream, undefined)
      stream.resume()
      if (last.length > 0) stream.emit('data', Buffer.from(last))
    }
  }
  const others = stream.listeners('data') as Borrower[]
  stream.on('data', take)
  for (const other of others) stream.off('data', other)
  return (last) => {
    for (const other of others) stream.on('data', other)
    stream.off('data', take).resume()
    if (last.length > 0) for (const other of others) other.call(stream, last)
  }
}
