import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { SaxesParser } from 'saxes'
import { fault } from '#faults/fault.ts'

/** What happens while a document is read; names come without their prefix. */
export type XmlEvents = {
  readonly open?: (name: string, attribute: (name: string) => string | undefined) => void
  readonly text?: (text: string) => void
  readonly close?: (name: string) => void
}

/** Most characters that the parser gathers for one text, tag, comment or anything else (decision 40). */
const longestToken = 1024 * 1024
/** Deepest nesting of elements: workbooks have a dozen. */
const deepest = 100
/** Bytes that are parsed at once: `rest` is asked behind each portion, since a few bytes may mean a long row. */
const portion = 4096

/**
 * Reads an XML document piece by piece; after each piece it waits for `rest`. The parser gathers characters until something is
 * complete: those that have come since the last element or text are counted. Entities of the document's own are not known, so
 * nothing grows. Faults: `import.notSheet` for what is no XML, `import.textTooLong`.
 */
export async function readXml(
  source: Readable,
  events: XmlEvents,
  rest?: () => Promise<void> | undefined,
): Promise<void> {
  const parser = new SaxesParser({ xmlns: false, position: false })
  const decoder = new StringDecoder('utf8')
  let gathered = 0
  let depth = 0
  parser.on('opentag', (tag) => {
    gathered = 0
    if (++depth > deepest) throw fault('import.notSheet')
    events.open?.(local(tag.name), (name) => {
      const value = tag.attributes[name]
      return typeof value === 'string' ? value : undefined
    })
  })
  parser.on('text', (text) => {
    gathered = 0
    events.text?.(text)
  })
  parser.on('cdata', (text) => {
    gathered = 0
    events.text?.(text)
  })
  parser.on('closetag', (tag) => {
    gathered = 0
    depth--
    events.close?.(local(tag.name))
  })
  // No further listeners: with one more the engine keeps the parser's fields as a table, and all takes three times as long.
  parser.on('error', () => {
    throw fault('import.notSheet')
  })
  const write = (text: string) => {
    gathered += text.length
    parser.write(text)
    if (gathered > longestToken) throw fault('import.textTooLong', { max: longestToken })
  }
  try {
    for await (const chunk of source) {
      const bytes = chunk as Buffer
      for (let at = 0; at < bytes.length; at += portion) {
        write(decoder.write(bytes.subarray(at, at + portion)))
        const resting = rest?.()
        if (resting) await resting
      }
    }
    write(decoder.end())
    parser.close()
  } finally {
    source.destroy()
  }
}

function local(name: string): string {
  const at = name.indexOf(':')
  return at < 0 ? name : name.slice(at + 1)
}
