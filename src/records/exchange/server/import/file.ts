import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { StringDecoder } from 'node:string_decoder'
import iconv from 'iconv-lite'
import { fault } from '#faults/fault.ts'
import type { Encoding } from '#records/exchange/import/encoding.ts'

/** The name of the file of an import: one of ours, never one that came with the upload. */
export function fileOf(environmentId: string, importId: string): string {
  return `${environmentId}/${importId}.csv`
}

/** The table that an import reads: the file itself, or that of one sheet of a workbook. */
export function tableOf(
  environmentId: string,
  { id, sheets, sheet }: { readonly id: string; readonly sheets: readonly string[]; readonly sheet: number },
): string {
  return sheets.length > 0 ? `${environmentId}/${id}.${sheet}.csv` : fileOf(environmentId, id)
}

/** Writes an upload to its place, whole or not at all; answers its size in bytes. More than `limit` bytes are refused. */
export async function storeUpload(file: string, source: Readable, limit: number): Promise<number> {
  await mkdir(dirname(file), { recursive: true })
  const unfinished = `${file}.new`
  let size = 0
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      done(size > limit ? fault('request.tooLarge', { max: `${Math.round(limit / 1024 / 1024)} MiB` }) : null, chunk)
    },
  })
  try {
    await pipeline(source, meter, createWriteStream(unfinished, { mode: 0o600 }))
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  return size
}

/** Where a workbook of several sheets lies, beside the table of the one that is read. */
export function bookOf(file: string): string {
  return `${file}.book`
}

/** The first bytes of a file. */
export async function readBeginning(file: string, length: number): Promise<Uint8Array> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** Pieces of 128 kB keep each turn of the event loop to a few milliseconds. */
const piece = 128 * 1024

/** The text of a file in pieces, from its start to `end` bytes; with how many bytes were read so far. */
export async function* decodeFile(
  file: string,
  encoding: Encoding,
  end = Number.POSITIVE_INFINITY,
): AsyncGenerator<{ text: string; bytes: number }> {
  yield* decodeText(createReadStream(file, { highWaterMark: piece, end: end - 1 }), encoding)
}

/** The text of a stream in the pieces that it comes in, with how many bytes were read so far. */
export async function* decodeText(
  source: Readable,
  encoding: Encoding,
): AsyncGenerator<{ text: string; bytes: number }> {
  const decoder = decoderOf(encoding)
  let bytes = 0
  for await (const chunk of source) {
    bytes += (chunk as Buffer).length
    yield { text: decoder.write(chunk as Buffer), bytes }
  }
  const rest = decoder.end()
  if (rest) yield { text: rest, bytes }
}

/** A text in a known encoding, for guesses. */
export function decode(bytes: Uint8Array, encoding: Encoding): string {
  return iconv.decode(Buffer.from(bytes), encoding)
}

function decoderOf(encoding: Encoding): { write(chunk: Buffer): string; end(): string | undefined } {
  if (encoding === 'utf-8') return new StringDecoder('utf8')
  return iconv.getDecoder(encoding, { stripBOM: false })
}
