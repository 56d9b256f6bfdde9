import { rename } from 'node:fs/promises'
import { createQueue } from '#environments/server/environments.ts'
import { bookOf, fileOf, tableOf } from '#records/exchange/server/import/file.ts'
import type { LookedAt } from '#records/exchange/server/import/guessFile.ts'
import { makeSheetTable } from '#records/exchange/server/import/table.ts'
import { openBook, type OpenBook } from '#records/exchange/server/import/workbook.ts'

/** How many sheets are looked into for the first one with a table. */
const mostTried = 20

/**
 * A workbook or JSON lines that are read take memory and the processor for long: so many are read at once in this process,
 * in turn between environments, and the others wait for up to a minute (decision 40). Fault: `request.tooMany`.
 */
export const queueForReading = createQueue({ atOnce: 2, waiting: 200, patience: 60_000 })

/** The names of all files that can have been made of an upload when it is no import yet. */
export function uploadedNames(environmentId: string, id: string): string[] {
  const file = fileOf(environmentId, id)
  const tables = Array.from({ length: mostTried }, (_, sheet) => tableOf(environmentId, { id, sheets: [file], sheet }))
  return [file, bookOf(file), ...tables]
}

/** Puts an uploaded workbook of several sheets aside and answers their names; one of a single sheet stays, and has none. */
export async function setBookAside(file: string): Promise<readonly string[]> {
  const book = await openBook(file)
  book.close()
  if (book.sheets.length < 2) return []
  await rename(file, bookOf(file))
  return book.sheets
}

/** Writes the table that one sheet of a workbook holds to `file`. */
export function makeTableOfSheet(bookFile: string, sheet: number, file: string): Promise<void> {
  return withBook(bookFile, (book) => makeSheetTable(book, sheet, file))
}

/**
 * Makes the table of the first sheet that holds one: a cover is not what anybody imports. Without any it is that of the first
 * sheet with rows, or of the first sheet.
 */
export function firstTable(
  file: string,
  look: () => Promise<LookedAt>,
): Promise<LookedAt & { readonly sheet: number }> {
  return withBook(bookOf(file), async (book) => {
    const found = async (sheet: number) => {
      await makeSheetTable(book, sheet, file)
      return { ...(await look()), sheet }
    }
    let filled: number | undefined
    for (const sheet of book.sheets.slice(0, mostTried).keys()) {
      const each = await found(sheet)
      if (each.guess.rows.value === 0) continue
      if (each.isTable) return each
      filled ??= sheet
    }
    return found(filled ?? 0)
  })
}

async function withBook<Result>(file: string, work: (book: OpenBook) => Promise<Result>): Promise<Result> {
  const book = await openBook(file)
  try {
    return await work(book)
  } finally {
    book.close()
  }
}
