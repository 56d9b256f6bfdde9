import { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'

/**
 * Places for bytes on their way, used again and again: to clear away a place for every few bytes costs several times as much
 * as all that is done with the bytes.
 */
export type Pieces = {
  /** A place for so many bytes at least, with whatever stands in it. */
  take(length: number): Buffer
  /** Takes a piece back, or its beginning, that nobody looks at any more. */
  giveBack(piece: Buffer): void
}

/** Bytes that stand in pieces. Who does not give them back leaves them to be cleared away. */
export type InPieces = Readable & Pick<Pieces, 'giveBack'>

/** More than are on their way at once come back only when a reader was slow. */
const mostKept = 16

/** Pieces of one size; longer ones are made as they are asked for, and not kept. */
export function createPieces(size: number): Pieces {
  const free: Buffer[] = []
  return {
    take(length) {
      if (length > size) return Buffer.allocUnsafeSlow(length)
      return free.pop() ?? Buffer.allocUnsafeSlow(size)
    },
    giveBack({ buffer }) {
      if (buffer.byteLength === size && free.length < mostKept) free.push(Buffer.from(buffer))
    },
  }
}

/** A stream that, piped into an answer, gives each piece back when it has left for the network. */
export function inPieces<Source extends Readable>(source: Source, giveBack: Pieces['giveBack']): Source & InPieces {
  const pipe = source.pipe.bind(source)
  const intoAnswer = (answer: ServerResponse): ServerResponse => {
    source.on('data', (piece: Buffer) => {
      if (!answer.write(piece, () => giveBack(piece))) source.pause()
    })
    answer.on('drain', () => source.resume())
    source.once('end', () => answer.end())
    return answer
  }
  return Object.assign(source, {
    giveBack,
    // Other streams keep what they were written.
    pipe: <Sink extends NodeJS.WritableStream>(sink: Sink, options?: { end?: boolean }): Sink => {
      if (!(sink instanceof ServerResponse)) return pipe(sink, options)
      intoAnswer(sink)
      return sink
    },
  })
}
