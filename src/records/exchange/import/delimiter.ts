import { createSplitter, type Delimiter } from '#records/exchange/import/splitter.ts'

export const delimiters = [',', ';', '\t', '|'] as const satisfies readonly Delimiter[]

export type DelimiterReason = 'declared' | 'consistent' | 'frequent' | 'single'
export type DelimiterGuess = {
  readonly delimiter: Delimiter
  /** Why: a line `sep=;`, the same number of columns in nearly every row, most often found, or none found at all. */
  readonly reason: DelimiterReason
  readonly columns: number
  /** Lines before the table that are not part of it: 1 behind a line `sep=;`. */
  readonly skip: number
}

/** Guesses what separates the cells from the first rows of a text. */
export function guessDelimiter(text: string): DelimiterGuess {
  const declared = /^\uFEFF?"?sep=([,;\t|])"?\r?\n/i.exec(text)
  if (declared) {
    const delimiter = declared[1] as Delimiter
    return {
      delimiter,
      reason: 'declared',
      columns: shapeOf(text.slice(declared[0].length), delimiter).columns,
      skip: 1,
    }
  }
  const shapes = delimiters.map((delimiter) => shapeOf(text, delimiter))
  const best = shapes.reduce((first, second) => (second.score > first.score ? second : first))
  if (best.columns < 2) return { delimiter: ',', reason: 'single', columns: 1, skip: 0 }
  return {
    delimiter: best.delimiter,
    reason: best.consistency > 0.9 ? 'consistent' : 'frequent',
    columns: best.columns,
    skip: 0,
  }
}

type Shape = { delimiter: Delimiter; columns: number; consistency: number; score: number }

/** How well the text falls into columns: the share of rows with the usual number of cells, and how many that are. */
function shapeOf(text: string, delimiter: Delimiter): Shape {
  const counts = new Map<number, number>()
  let rows = 0
  let last = 0
  const splitter = createSplitter(delimiter, (_cells, _row, width) => {
    last = width
    rows++
    counts.set(last, (counts.get(last) ?? 0) + 1)
  })
  splitter.push(text.slice(0, 100_000))
  splitter.end()
  // The last row of a sample may be cut.
  if (rows > 2) counts.set(last, (counts.get(last) ?? 1) - 1)
  let columns = 1
  let most = 0
  for (const [cells, times] of counts) {
    if (times > most || (times === most && cells > columns)) {
      columns = cells
      most = times
    }
  }
  const consistency = rows === 0 ? 0 : Math.min(1, most / Math.max(1, rows > 2 ? rows - 1 : rows))
  const strayPenalty = splitter.warnings.unclosedQuote ? 0.5 : 1
  const score = columns < 2 ? 0 : consistency * consistency * strayPenalty * (1 + Math.log2(columns) / 10)
  return { delimiter, columns, consistency, score }
}
