import { open } from 'node:fs/promises'
import { fault } from '#faults/fault.ts'
import { extensionOf } from '#attributes/files.ts'

/** What a name may end with, and what must then be in the file. Families stand for their many kinds. */
const expected: Readonly<Record<string, readonly string[]>> = {
  '.png': ['image/png', 'image/apng'],
  '.jpg': ['image/jpeg'],
  '.jpeg': ['image/jpeg'],
  '.gif': ['image/gif'],
  '.webp': ['image/webp'],
  '.avif': ['image/avif'],
  '.heic': ['image/heic', 'image/heif'],
  '.tif': ['image/tiff'],
  '.tiff': ['image/tiff'],
  '.bmp': ['image/bmp'],
  '.ico': ['image/x-icon'],
  '.pdf': ['application/pdf'],
  '.zip': ['application/zip'],
  '.docx': ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'application/zip'],
  '.xlsx': ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'application/zip'],
  '.pptx': ['application/vnd.openxmlformats-officedocument.presentationml.presentation', 'application/zip'],
  '.mp4': ['video/', 'audio/'],
  '.mov': ['video/'],
  '.webm': ['video/', 'audio/'],
  '.mp3': ['audio/'],
  '.wav': ['audio/'],
  '.ogg': ['audio/', 'video/', 'application/ogg'],
}

/** Texts have no marks of their own: what they are is taken from the name, where nothing in it could run. */
const texts: Readonly<Record<string, string>> = {
  '.txt': 'text/plain',
  '.log': 'text/plain',
  '.md': 'text/markdown',
  '.csv': 'text/csv',
  '.json': 'application/json',
}

/**
 * The media type of a file by what is in it; `application/octet-stream` where that tells nothing. Fault: `file.mismatch`
 * where the name promises something else, such as a page that calls itself a picture.
 */
export async function detectKind(file: string, name: string): Promise<string> {
  const { fileTypeFromFile } = await import('file-type')
  const found = await fileTypeFromFile(file)
  const extension = extensionOf(name)
  const promised = expected[extension]
  if (
    promised &&
    !promised.some((kind) => found?.mime === kind || (kind.endsWith('/') && found?.mime.startsWith(kind)))
  )
    throw fault('file.mismatch', { name }, 'file')
  if (promised && found?.mime === 'application/zip' && extension !== '.zip') return promised[0] ?? found.mime
  // Markup may run where it is shown; as bytes it is only kept.
  if (found) return /xml|html|svg/.test(found.mime) && !found.mime.startsWith('application/vnd.') ? bytes : found.mime
  const text = texts[extension]
  return text !== undefined && (await isText(file)) ? text : bytes
}

const bytes = 'application/octet-stream'

async function isText(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(8192), 0, 8192, 0)
    return !buffer.subarray(0, bytesRead).includes(0)
  } finally {
    await handle.close()
  }
}
