import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'
import { compileTexts } from '../src/language/messages.ts'

/** Compiles the ICU messages of the locale files at build time, so that the browser never loads a message parser. */
export function messages(): Plugin {
  return {
    name: 'lintel-messages',
    enforce: 'pre',
    async load(id) {
      const file = id.split('?')[0] ?? id
      if (!/\/src\/language\/locales\/\w+\.json$/.test(file)) return null
      const texts = compileTexts(JSON.parse(await readFile(file, 'utf8')))
      return { code: `export default JSON.parse(${JSON.stringify(JSON.stringify(texts))})`, moduleType: 'js' }
    },
  }
}
