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

/**
 * Reads an XML document piece by piece; after each piece it waits for `rest`. Entities of the document's own are not known,
 * so nothing grows. Fault: `import.notSheet` for what is no XML.
 */
export async function readXml(source: Readable, events: XmlEvents, rest?: () => Promise<void>): Promise<void> {
  const parser = new SaxesParser({ xmlns: false, position: false })
  const decoder = new StringDecoder('utf8')
  parser.on('opentag', (tag) => {
    events.open?.(local(tag.name), (name) => {
      const value = tag.attributes[name]
      return typeof value === 'string' ? value : undefined
    })
  })
  parser.on('text', (text) => events.text?.(text))
  parser.on('cdata', (text) => events.text?.(text))
  parser.on('closetag', (tag) => events.close?.(local(tag.name)))
  parser.on('error', () => {
    throw fault('import.notSheet')
  })
  try {
    for await (const chunk of source) {
      parser.write(decoder.write(chunk as Buffer))
      if (rest) await rest()
    }
    parser.write(decoder.end()).close()
  } finally {
    source.destroy()
  }
}

function local(name: string): string {
  const at = name.indexOf(':')
  return at < 0 ? name : name.slice(at + 1)
}
