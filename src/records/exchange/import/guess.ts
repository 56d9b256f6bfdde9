import { alternativesOf, guessType, type TypeAlternative, type TypeGuess } from '#records/exchange/import/columnType.ts'
import { nameColumns, type NamedColumn, type NamingRules } from '#records/exchange/import/columnNames.ts'
import { guessDelimiter, type DelimiterReason } from '#records/exchange/import/delimiter.ts'
import type { Encoding, EncodingReason } from '#records/exchange/import/encoding.ts'
import { unguardFormula } from '#text/formulaGuard.ts'
import { guessHeader, type HeaderReason } from '#records/exchange/import/header.ts'
import { newProfile, profileCell, type ColumnProfile } from '#records/exchange/import/profile.ts'
import { createSplitter, type Delimiter, type SplitWarnings } from '#records/exchange/import/splitter.ts'
import { madeStorable } from '#text/storable.ts'

/** What we think of a file, each thing with its reason, for the maker to confirm or to override. */
export type FileGuess = {
  readonly encoding: { readonly value: Encoding; readonly reason: EncodingReason }
  readonly delimiter: { readonly value: Delimiter; readonly reason: DelimiterReason }
  readonly header: { readonly value: boolean; readonly reason: HeaderReason }
  /** Rows before the table that are not part of it. */
  readonly skip: number
  readonly columns: readonly ColumnGuess[]
  /** Rows of data; an estimate unless the whole file was looked at. */
  readonly rows: { readonly value: number; readonly exact: boolean }
  readonly warnings: SplitWarnings & { ragged: number }
}

export type ColumnGuess = NamedColumn &
  TypeGuess & { readonly alternatives: readonly TypeAlternative[]; readonly samples: readonly string[] }

/** What the maker has settled already; the rest is guessed around it. */
export type Settled = { readonly delimiter?: Delimiter | undefined; readonly header?: boolean | undefined }

const rowsForHeader = 50

/** Collects a sample of a file piece by piece and then says what it holds. `first` is the beginning of its text. */
export function createFileGuess(first: string, naming: NamingRules, settled: Settled = {}) {
  const found = guessDelimiter(first)
  const delimiter = settled.delimiter ?? found.delimiter
  const head: string[][] = []
  const profiles: ColumnProfile[] = []
  let rows = 0
  const widths = new Map<number, number>()
  let widest = 0
  const splitter = createSplitter(delimiter, (guarded, row, width) => {
    if (row <= found.skip) return
    const cells = guarded.map(unguardFormula)
    rows++
    widest = Math.max(widest, width)
    widths.set(width, (widths.get(width) ?? 0) + 1)
    if (head.length < rowsForHeader) head.push(cells)
    else profileRow(cells)
  })

  const { push, pending, row } = splitter
  return { push, pending, row, finish, isIrregular, widest: () => widest }

  /** Most rows differ from the usual number of cells: whatever this is, it is no table. */
  function isIrregular(): boolean {
    return (rows - usualRows()) * 2 > rows
  }

  /** Most rows are wider than the header: it lacks names, and the rows have no surplus. */
  function isNarrow(names: number): boolean {
    const wider = [...widths].reduce((sum, [width, count]) => (width > names ? sum + count : sum), 0)
    return wider * 2 > rows - 1
  }

  function usualRows(): number {
    return Math.max(0, ...widths.values())
  }

  /** `encoding` goes along into the answer; `share` is the part of the file that was pushed, from 0 to 1. */
  function finish(encoding: FileGuess['encoding'], share: number): FileGuess {
    const complete = share >= 1
    if (complete) splitter.end()
    const guessed = guessHeader(head)
    const header = settled.header ?? guessed.header
    const names = header ? (head[0] ?? []) : []
    for (const cells of header ? head.slice(1) : head) profileRow(cells)
    const width = header && !isNarrow(names.length) ? names.length : Math.max(profiles.length, names.length)
    const headers = Array.from({ length: width }, (_, index) => names[index] ?? '')
    const columns = nameColumns(headers, naming).map((column, index): ColumnGuess => {
      const profile = profiles[index] ?? newProfile()
      const guess = guessType(profile, { delimiter, complete })
      const alternatives = alternativesOf(profile, delimiter, guess.type)
      return { ...column, ...guess, alternatives, samples: profile.samples }
    })
    const dataRows = Math.max(0, rows - (header ? 1 : 0))
    // What no text may hold is refused row by row; what was seen of it must not stand in the way.
    return madeStorable({
      encoding,
      delimiter: { value: delimiter, reason: found.reason },
      header: { value: header, reason: guessed.reason },
      skip: found.skip,
      columns,
      rows: { value: complete ? dataRows : Math.round(dataRows / Math.max(share, 1e-9)), exact: complete },
      warnings: { ...splitter.warnings, ragged: rows - usualRows() },
    })
  }

  function profileRow(cells: readonly string[]): void {
    for (const [index, cell] of cells.entries()) profileCell((profiles[index] ??= newProfile()), cell)
  }
}
