import type { Readable } from 'node:stream'
import { open, type Entry, type ZipFile } from 'yauzl'
import { fault } from '#faults/fault.ts'

/** The files in a zip archive, opened one by one. */
export type Archive = {
  has(name: string): boolean
  /** The unpacked bytes of a file; `import.notSheet` where there is none. */
  read(name: string): Promise<Readable>
  close(): void
}

const mostEntries = 10_000
/** Most bytes that the files of an archive may unpack to, all together: what a bomb pretends to be small with. */
const mostUnpacked = 4 * 1024 ** 3

/**
 * Opens an archive. Its files are listed but not unpacked; one that unpacks to more than it says is refused while it is
 * read. Faults: `import.notSheet` for what is no archive, `import.unpacked` for one that would unpack to too much.
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
    if (total > mostUnpacked) throw fault('import.unpacked', { max: `${mostUnpacked / 1024 ** 3} GiB` })
    return {
      has: (name) => entries.has(name.toLowerCase()),
      read: (name) => readEntry(zip, entries.get(name.toLowerCase())),
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > mostEntries) throw fault('import.notSheet')
  const entries = new Map<string, Entry>()
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      entries.set(entry.fileName.toLowerCase(), entry)
      zip.readEntry()
    })
    zip.once('end', () => resolve(entries))
    zip.once('error', () => reject(fault('import.notSheet')))
    zip.readEntry()
  })
}

function readEntry(zip: ZipFile, entry: Entry | undefined): Promise<Readable> {
  return new Promise((resolve, reject) => {
    if (!entry || entry.isEncrypted()) return reject(fault('import.notSheet'))
    zip.openReadStream(entry, (error, stream) => (error ? reject(fault('import.notSheet')) : resolve(stream)))
  })
}
