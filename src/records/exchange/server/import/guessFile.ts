import { stat } from 'node:fs/promises'
import { guessEncoding, type Encoding } from '#records/exchange/import/encoding.ts'
import { beginsAsJson, isJson } from '#records/exchange/import/json.ts'
import { refuseLongRow } from '#records/exchange/import/rowBounds.ts'
import { createFileGuess, type FileGuess, type Settled } from '#records/exchange/import/guess.ts'
import type { NamingRules } from '#records/exchange/import/columnNames.ts'
import { readBeginning, decode, decodeFile } from '#records/exchange/server/import/file.ts'

/** How much of a file is looked at for the guess. */
const sample = 8 * 1024 * 1024
const beginning = 1024 * 1024

/**
 * What a file seems to hold, with the number of cells of its widest row, and whether that is a table at all: not JSON, nor
 * rows of which no two are alike.
 */
export type LookedAt = { readonly guess: FileGuess; readonly widest: number; readonly isTable: boolean }

/** Looks at the file, or its first 8 MiB, and says what it seems to hold. Faults: `import.cellTooLong`, `import.rowTooLong`. */
export async function guessFile(
  file: string,
  naming: NamingRules,
  settled: Settled & { readonly encoding?: Encoding | undefined } = {},
): Promise<LookedAt> {
  const { size } = await stat(file)
  const first = await readBeginning(file, beginning)
  const guessed = guessEncoding(first, decode)
  const encoding = settled.encoding ?? guessed.encoding
  const text = decode(first, encoding)
  const looking = createFileGuess(text, naming, settled)
  for await (const piece of decodeFile(file, encoding, sample)) {
    looking.push(piece.text)
    refuseLongRow(looking)
  }
  const guess = looking.finish({ value: encoding, reason: guessed.reason }, size <= sample ? 1 : sample / size)
  const isNoTable = size <= beginning ? isJson : beginsAsJson
  return { guess, widest: looking.widest(), isTable: !looking.isIrregular() && !isNoTable(text) }
}
