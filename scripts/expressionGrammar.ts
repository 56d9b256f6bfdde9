import { readFile, writeFile } from 'node:fs/promises'
import { buildParserFile } from '@lezer/generator'

/**
 * Generates the editor's parser from its grammar: `node scripts/expressionGrammar.ts`. A test fails when the parser is
 * out of date.
 */
export const grammarFile = new URL('../src/expressions/web/expression.grammar', import.meta.url)
export const parserFile = new URL('../src/expressions/web/expressionParser.ts', import.meta.url)

export async function parserText(): Promise<string> {
  const { parser } = buildParserFile(await readFile(grammarFile, 'utf8'), { typeScript: true })
  const [, ...rest] = parser.split('\n')
  return `// Made of expression.grammar by scripts/expressionGrammar.ts.\n${rest.join('\n')}`
}

if (import.meta.main) await writeFile(parserFile, await parserText())
