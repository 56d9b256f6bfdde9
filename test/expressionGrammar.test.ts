import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { parserFile, parserText } from '../scripts/expressionGrammar.ts'

test('the parser of the editor is the one of its grammar: node scripts/expressionGrammar.ts', async () => {
  const kept = bare(await readFile(parserFile, 'utf8'))
  const texts = [...(await parserText()).matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, table = '']) => table)
  const tables = texts.filter(({ length }) => length > 20)
  expect(tables.length).toBeGreaterThan(3)
  for (const table of tables) expect(kept).toContain(bare(table))
})

// The formatter writes quotes in its own way.
function bare(text: string): string {
  return text.replaceAll(/[\\'"]/g, '')
}
