import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { unescapeText } from '#records/sheet/sheetXml.ts'
import { readXml } from '#records/server/import/xml.ts'

/** The texts that the cells of a workbook share. They lie in a file of ours, since there may be millions of them. */
export type SharedTexts = { text(index: number): string; close(): void }

const writeSize = 256 * 1024
const pageSize = 64 * 1024
const pagesKept = 256

/** Reads the part `sharedStrings.xml` into a file beside; memory holds where each text begins, and a few pages. */
export async function readSharedTexts(source: Readable, file: string): Promise<SharedTexts> {
  const descriptor = openSync(file, 'w+', 0o600)
  let starts = new Float64Array(1024)
  let count = 0
  let size = 0
  let waiting: Buffer[] = []
  let waitingSize = 0
  let text = ''
  let isText = false
  let phonetic = 0

  const flush = () => {
    if (waitingSize > 0) writeSync(descriptor, Buffer.concat(waiting, waitingSize))
    waiting = []
    waitingSize = 0
  }
  const add = (value: string) => {
    if (count + 1 >= starts.length) {
      const longer = new Float64Array(starts.length * 2)
      longer.set(starts)
      starts = longer
    }
    const bytes = Buffer.from(value)
    starts[count] = size
    size += bytes.length
    count += 1
    starts[count] = size
    waiting.push(bytes)
    waitingSize += bytes.length
    if (waitingSize > writeSize) flush()
  }
  const close = () => {
    closeSync(descriptor)
    rmSync(file, { force: true })
  }
  try {
    await readXml(source, {
      open(name) {
        if (name === 'si') text = ''
        else if (name === 't') isText = phonetic === 0
        else if (name === 'rPh') phonetic += 1
      },
      text(piece) {
        if (isText) text += piece
      },
      close(name) {
        if (name === 't') isText = false
        else if (name === 'rPh') phonetic -= 1
        else if (name === 'si') add(unescapeText(text))
      },
    })
    flush()
  } catch (error) {
    close()
    throw error
  }
  const pages = new Map<number, Buffer>()
  return { text: textAt, close }

  function textAt(index: number): string {
    const [from, to] = [starts[index], starts[index + 1]]
    if (!(index < count) || from === undefined || to === undefined || from === to) return ''
    const page = Math.floor(from / pageSize)
    if (Math.floor((to - 1) / pageSize) === page)
      return pageAt(page).toString('utf8', from - page * pageSize, to - page * pageSize)
    const bytes = Buffer.alloc(to - from)
    readSync(descriptor, bytes, 0, bytes.length, from)
    return bytes.toString('utf8')
  }

  function pageAt(page: number): Buffer {
    const known = pages.get(page)
    if (known) return known
    const bytes = Buffer.alloc(pageSize)
    const length = readSync(descriptor, bytes, 0, pageSize, page * pageSize)
    if (pages.size >= pagesKept) pages.delete(pages.keys().next().value ?? 0)
    const read = bytes.subarray(0, length)
    pages.set(page, read)
    return read
  }
}
