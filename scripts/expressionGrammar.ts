import { readFile, writeFile } from 'node:fs/promises'
import { buildParserFile } from '@lezer/generator'

/** Makes the editor's parser of its grammar: `node scripts/expressionGrammar.ts`. A test tells when that was forgotten. */
export const grammarFile = new URL('../src/expressions/web/expression.grammar', import.meta.url)
export const parserFile = new URL('../src/expressions/web/expressionParser.ts', import.meta.url)

export async function parserText(): Promise<string> {
  const { parser } = buildParserFile(await readFile(grammarFile, 'utf8'), { typeScript: true })
  const [, ...rest] = parser.split('\n')
  return `// Made of expression.grammar by scripts/expressionGrammar.ts.\n${rest.join('\n')}`
}

if (import.meta.main) await writeFile(parserFile, await parserText())
