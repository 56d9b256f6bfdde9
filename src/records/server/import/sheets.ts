import { rename } from 'node:fs/promises'
import { bookOf } from '#records/server/import/file.ts'
import type { LookedAt } from '#records/server/import/guessFile.ts'
import { formatOf, makeSheetTable } from '#records/server/import/table.ts'
import { listSheets } from '#records/server/import/workbook.ts'

/** How many sheets are looked into for the first one with a table. */
const mostTried = 20

/** Puts an uploaded workbook of several sheets aside and answers their names; any other file stays, and has none. */
export async function setBookAside(file: string): Promise<readonly string[]> {
  if ((await formatOf(file)) !== 'xlsx') return []
  const sheets = await listSheets(file)
  if (sheets.length < 2) return []
  await rename(file, bookOf(file))
  return sheets
}

/** Makes the table of the first sheet that holds one: a cover is not what anybody imports. Without any it is the first sheet's. */
export async function firstTable(
  file: string,
  sheets: readonly string[],
  look: () => Promise<LookedAt>,
): Promise<LookedAt & { readonly sheet: number }> {
  const found = async (sheet: number) => {
    await makeSheetTable(bookOf(file), sheet, file)
    return { ...(await look()), sheet }
  }
  for (const sheet of sheets.slice(0, mostTried).keys()) {
    const each = await found(sheet)
    if (each.isTable && each.guess.rows.value > 0) return each
  }
  return found(0)
}
