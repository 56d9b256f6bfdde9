import { stat } from 'node:fs/promises'
import { guessEncoding, type Encoding } from '#records/import/encoding.ts'
import { createFileGuess, type FileGuess, type Settled } from '#records/import/guess.ts'
import type { NamingRules } from '#records/import/columnNames.ts'
import { beginningOf, decode, textOf } from '#records/server/import/file.ts'

/** How much of a file is looked at for the guess. */
const sample = 8 * 1024 * 1024

/** Looks at the file, or its first 8 MiB, and says what it seems to hold. */
export async function guessFile(
  file: string,
  naming: NamingRules,
  settled: Settled & { readonly encoding?: Encoding | undefined } = {},
): Promise<FileGuess> {
  const { size } = await stat(file)
  const first = await beginningOf(file, 1024 * 1024)
  const guessed = guessEncoding(first, decode)
  const encoding = settled.encoding ?? guessed.encoding
  const guess = createFileGuess(decode(first, encoding), naming, settled)
  for await (const { text } of textOf(file, encoding, sample)) guess.push(text)
  return guess.finish({ value: encoding, reason: guessed.reason }, size <= sample ? 1 : sample / size)
}
