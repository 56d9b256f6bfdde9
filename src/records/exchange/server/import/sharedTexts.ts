import type { Readable } from 'node:stream'
import { fault } from '#faults/fault.ts'
import { cellLimit, tableLimit } from '#records/exchange/import/settings.ts'
import { unescapeText } from '#records/exchange/sheet/sheetXml.ts'
import { openPagedFile } from '#records/exchange/server/import/pagedFile.ts'
import { readXml } from '#records/exchange/server/import/xml.ts'

/** The texts that the cells of a workbook share. They lie in files of ours, since there may be millions of them. */
export type SharedTexts = { text(index: number): string; close(): void }

/** Most bytes of the places of texts: ten million of them, more than ten columns of a million rows. */
const mostStarts = 10_000_000 * 8

/**
 * Reads the part `sharedStrings.xml` into two files beside `file`: the texts, and where each begins. Memory holds a few pages
 * of both. Faults: `import.textTooLong`, `import.unpacked`, and those of `readXml`.
 */
export async function readSharedTexts(source: Readable, file: string): Promise<SharedTexts> {
  const texts = openPagedFile(`${file}.texts`, tableLimit)
  const starts = openPagedFile(`${file}.starts`, mostStarts)
  let count = 0
  let text = ''
  let isText = false
  let phonetic = 0
  const close = () => {
    texts.close()
    starts.close()
  }
  try {
    await readXml(source, {
      open(name) {
        if (name === 'si') text = ''
        else if (name === 't') isText = phonetic === 0
        else if (name === 'rPh') phonetic += 1
      },
      text(piece) {
        if (!isText) return
        if (text.length + piece.length > cellLimit) throw fault('import.textTooLong', { max: cellLimit })
        text += piece
      },
      close(name) {
        if (name === 't') isText = false
        else if (name === 'rPh') phonetic -= 1
        else if (name === 'si') {
          starts.appendNumber(texts.size())
          texts.append(unescapeText(text))
          count += 1
        }
      },
    })
    starts.appendNumber(texts.size())
    texts.flush()
    starts.flush()
  } catch (error) {
    close()
    throw error
  }
  return { text: textAt, close }

  function textAt(index: number): string {
    if (!(Number.isInteger(index) && index >= 0 && index < count)) return ''
    const from = starts.number(index)
    const to = starts.number(index + 1)
    return from === to ? '' : texts.text(from, to)
  }
}
