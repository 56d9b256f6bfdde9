import type { Readable } from 'node:stream'
import { open, type Entry, type ZipFile } from 'yauzl'
import { fault } from '#faults/fault.ts'

/** The files in a zip archive, opened one by one. */
export type Archive = {
  has(name: string): boolean
  /** The unpacked bytes of a file, of at most `most`; `import.notSheet` where there is none. */
  read(name: string, most?: number): Promise<Readable>
  /** Most bytes that it may unpack to. */
  readonly most: number
  close(): void
}

const mebibyte = 1024 ** 2
const mostEntries = 10_000
/** Most bytes of the list of files: names and remarks, which nothing packs. */
const mostListed = 4 * mebibyte
/** Most bytes that the files of an archive may unpack to, all together. */
const mostUnpacked = 2 * 1024 ** 3
/**
 * Sheets are packed ten to fifty times. Whatever unpacks to more than a hundred times the archive pretends to be small,
 * unless it stays small.
 */
const mostTimes = 100
const small = 64 * mebibyte

/**
 * Opens an archive. Its files are listed but not unpacked; one that unpacks to more than it says is refused while it is
 * read. Faults: `import.notSheet` for what is no archive, `import.unpacked` for one that would unpack to too much, or is read
 * again and again.
 */
export async function openArchive(file: string): Promise<Archive> {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    open(file, { lazyEntries: true, autoClose: false, validateEntrySizes: true }, (error, opened) => {
      if (error) reject(fault('import.notSheet'))
      else resolve(opened)
    })
  })
  try {
    const entries = await entriesOf(zip)
    const total = [...entries.values()].reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
    const most = Math.min(mostUnpacked, Math.max(small, zip.fileSize * mostTimes))
    if (total > most) throw tooMuch(most)
    let read = 0
    return {
      most,
      has: (name) => entries.has(name.toLowerCase()),
      async read(name, mostOfIt = mostUnpacked) {
        const entry = entries.get(name.toLowerCase())
        if (!entry || entry.isEncrypted()) throw fault('import.notSheet')
        if (entry.uncompressedSize > mostOfIt) throw tooMuch(mostOfIt)
        // Several names may lead to the same part.
        read += entry.uncompressedSize
        if (read > 2 * most) throw tooMuch(most)
        return readEntry(zip, entry)
      },
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

function tooMuch(most: number) {
  return fault('import.unpacked', { max: `${Math.round(most / mebibyte)} MiB` })
}

function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > mostEntries) throw fault('import.notSheet')
  const entries = new Map<string, Entry>()
  let listed = 0
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      listed += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength
      if (listed > mostListed) return reject(fault('import.notSheet'))
      entries.set(entry.fileName.toLowerCase(), entry)
      zip.readEntry()
    })
    zip.once('end', () => resolve(entries))
    zip.once('error', () => reject(fault('import.notSheet')))
    zip.readEntry()
  })
}

function readEntry(zip: ZipFile, entry: Entry): Promise<Readable> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error ? reject(fault('import.notSheet')) : resolve(stream)))
  })
}
