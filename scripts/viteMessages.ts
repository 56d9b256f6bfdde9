import type { Plugin } from 'vite'
import { isLocale } from '../src/language/locale.ts'
import { compileTexts } from '../src/language/messages.ts'
import { listLocaleFiles, readLocaleTexts, type LocaleFile } from '../src/language/server/localeFiles.ts'

const textFile = /\/src\/.+\/locales\/(?:start\/|session\/)?(\w+)\.json$/

/**
 * Compiles the ICU messages of the text files at build time, so that the browser never loads a message parser. A file
 * with the query `?start` or `?session` stands for the files of that stage of all rooms, with `?rooms` for a map of how
 * the texts of each room are loaded.
 */
export function messages(): Plugin {
  return {
    name: 'lintel-messages',
    enforce: 'pre',
    load(id) {
      const [file = id, query] = id.split('?')
      const locale = textFile.exec(file)?.[1]
      if (!locale || !isLocale(locale)) return null
      const all = listLocaleFiles(locale)
      if (query === 'rooms') return { code: `export default {${roomLoaders(all)}}`, moduleType: 'js' }
      const isStage = query === 'start' || query === 'session'
      const files = all.filter((each) => (isStage ? each.stage === query : each.path === file))
      for (const { path } of files) this.addWatchFile(path)
      const texts = JSON.stringify(compileTexts(readLocaleTexts(files)))
      return { code: `export default JSON.parse(${JSON.stringify(texts)})`, moduleType: 'js' }
    },
  }
}

function roomLoaders(files: readonly LocaleFile[]): string {
  return files
    .filter(({ stage }) => stage === 'screens')
    .map(({ room, path }) => `${JSON.stringify(room)}: () => import(${JSON.stringify(path)})`)
    .join(',\n')
}
