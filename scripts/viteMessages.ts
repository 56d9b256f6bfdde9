import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'
import { compileTexts } from '../src/language/messages.ts'
import { laterParts, partOfText } from '../src/language/startTexts.ts'

/**
 * Compiles the ICU messages of the locale files at build time, so that the browser never loads a message parser. The
 * query of an import, such as `?start`, names the part of the file that it wants.
 */
export function messages(): Plugin {
  return {
    name: 'lintel-messages',
    enforce: 'pre',
    async load(id) {
      const [file = id, part] = id.split('?')
      if (!/\/src\/language\/locales\/\w+\.json$/.test(file)) return null
      const all = Object.entries(compileTexts(JSON.parse(await readFile(file, 'utf8'))))
      const isPart = part === 'start' || laterParts.some((each) => each === part)
      const texts = Object.fromEntries(isPart ? all.filter(([key]) => partOfText(key) === part) : all)
      return { code: `export default JSON.parse(${JSON.stringify(JSON.stringify(texts))})`, moduleType: 'js' }
    },
  }
}
