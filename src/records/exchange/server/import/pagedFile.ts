import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { fault } from '#faults/fault.ts'

/** Bytes that are written one behind the other; memory holds one block of them, and none is left behind for the collector. */
export type Appender = {
  append(text: string): void
  /** A whole number below 2^53, in 8 bytes. */
  appendNumber(number: number): void
  /** How many bytes were appended. */
  size(): number
  /** Ends the writing. */
  flush(): void
}

/** The same, which can be read anywhere afterwards; memory holds a few pages. */
export type PagedFile = Appender & {
  text(from: number, to: number): string
  /** The number that was appended at this place among numbers, where the file has nothing else. */
  number(place: number): number
  /** Removes the file. */
  close(): void
}

const pageSize = 64 * 1024
const pagesKept = 128
const numberSize = 8

/** Appends to an open file. Fault: `import.unpacked` for more than `most` bytes. */
export function openAppender(descriptor: number, most: number): Appender {
  const block = Buffer.alloc(4 * pageSize)
  let used = 0
  let written = 0

  return { append, appendNumber, size: () => written + used, flush }

  function append(text: string): void {
    const length = Buffer.byteLength(text)
    makeRoom(length)
    if (length <= block.length) used += block.write(text, used)
    else writeWhole(Buffer.from(text))
  }

  function appendNumber(value: number): void {
    makeRoom(numberSize)
    used = block.writeDoubleLE(value, used)
  }

  function makeRoom(length: number): void {
    if (written + used + length > most) throw fault('import.unpacked', { max: `${Math.round(most / 1024 / 1024)} MiB` })
    if (used + length > block.length) flush()
  }

  function flush(): void {
    writeWhole(block.subarray(0, used))
    used = 0
  }

  function writeWhole(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; at += writeSync(descriptor, bytes, at));
    written += bytes.length
  }
}

/** Fault: `import.unpacked` for more than `most` bytes. */
export function openPagedFile(file: string, most: number): PagedFile {
  const descriptor = openSync(file, 'w+', 0o600)
  const pages = new Map<number, Buffer>()

  return { ...openAppender(descriptor, most), text, number, close }

  function text(from: number, to: number): string {
    const page = Math.floor(from / pageSize)
    if (Math.floor((to - 1) / pageSize) === page)
      return readPage(page).toString('utf8', from - page * pageSize, to - page * pageSize)
    const bytes = Buffer.alloc(to - from)
    readSync(descriptor, bytes, 0, bytes.length, from)
    return bytes.toString('utf8')
  }

  function number(place: number): number {
    const at = place * numberSize
    const page = Math.floor(at / pageSize)
    return readPage(page).readDoubleLE(at - page * pageSize)
  }

  function readPage(page: number): Buffer {
    const known = pages.get(page)
    if (known) return known
    const bytes = takeOldest() ?? Buffer.alloc(pageSize)
    readSync(descriptor, bytes, 0, pageSize, page * pageSize)
    pages.set(page, bytes)
    return bytes
  }

  /** The room of the page that was read first, where all pages are taken. */
  function takeOldest(): Buffer | undefined {
    const [oldest] = pages.size < pagesKept ? [] : pages.entries()
    if (oldest) pages.delete(oldest[0])
    return oldest?.[1]
  }

  function close(): void {
    closeSync(descriptor)
    rmSync(file, { force: true })
  }
}
