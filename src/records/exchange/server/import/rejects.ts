import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Locale } from '#language/locale.ts'
import { translateFor } from '#language/server/texts.ts'
import type { TextKey } from '#language/translate.ts'
import type { ColumnGuess } from '#records/exchange/import/guess.ts'
import { printCells } from '#records/exchange/import/print.ts'
import type { RejectedRow } from '#records/exchange/import/settings.ts'
import { newId } from '#platform/server/newId.ts'
import type { RejectedCells } from '#records/exchange/server/import/batches.ts'
import type { ImportFiles } from '#records/exchange/server/import/importFiles.ts'

/** The name of the rejected rows of an import, beside its file. */
export function rejectsOf(file: string): string {
  return `${file}.rejected`
}

/** Keeps the rows that were rejected as they stood in the file, each with its number and the reason. */
export type Rejects = {
  add(rejected: readonly RejectedCells[]): Promise<void>
  /** They are there from now on, for every process; without any there is no file. */
  end(): Promise<void>
  /** Nothing of this attempt stays. */
  drop(): Promise<void>
}

export function keepRejects(
  files: ImportFiles,
  name: string,
  columns: readonly ColumnGuess[],
  locale: Locale,
): Rejects {
  const unfinished = `${files.path(name)}.${newId()}.new`
  const translate = translateFor(locale)
  let target: WriteStream | undefined
  return {
    async add(rejected) {
      if (rejected.length === 0) return
      if (!target) {
        await mkdir(dirname(unfinished), { recursive: true })
        target = createWriteStream(unfinished, { mode: 0o600 })
        // What fails is thrown by who waits for it.
        target.on('error', () => undefined)
        const heads = columns.map(({ header, name }) => header || name)
        target.write(line([...heads, translate('imports.rejected.row'), translate('imports.rejected.reason')]))
      }
      for (const each of rejected) {
        const { row, header, message } = toRejected(each, columns, locale)
        const cells = columns.map((_column, at) => each.cells[at] ?? '')
        target.write(line([...cells, String(row), header === null ? message : `${header}: ${message}`]))
      }
      if (target.errored) throw target.errored
      if (target.writableNeedDrain) await once(target, 'drain')
    },
    async end() {
      if (!target) return files.remove([name])
      target.end()
      await once(target, 'close')
      await rename(unfinished, files.path(name))
      await files.keep(name)
    },
    async drop() {
      target?.destroy()
      await rm(unfinished, { force: true })
    },
  }
}

// Cells are kept as they are: what was guarded in the file is guarded still.
function line(cells: readonly string[]): string {
  return `${printCells(cells, ',')}\r\n`
}

/** A rejected row as it is told: where, what and why. */
export function toRejected(rejected: RejectedCells, columns: readonly ColumnGuess[], locale: Locale): RejectedRow {
  const { row, column, cell, problem, field } = rejected
  const header = column === null ? undefined : columns[column]
  return {
    row,
    column,
    header: header ? header.header || header.name : (field ?? null),
    cell: cell === null ? null : cell.slice(0, 200),
    code: problem.code,
    message: problem.message ?? translateFor(locale)(`fault.${problem.code}` as TextKey, problem.parameters),
  }
}
