import type { Plugin } from 'vite'
import { isLocale } from '../src/language/locale.ts'
import { compileTexts } from '../src/language/messages.ts'
import { listLocaleFiles, readTexts } from '../src/language/server/localeFiles.ts'

const textFile = /\/src\/.+\/locales\/(?:start\/|session\/)?(\w+)\.json$/

/**
 * Compiles the ICU messages of the text files at build time, so that the browser never loads a message parser. A file
 * with the query `?start` or `?session` stands for the files of that stage of all rooms; the one of the start also says
 * how the texts of each room, and those of the session, are loaded.
 */
export function messages(): Plugin {
  return {
    name: 'lintel-messages',
    enforce: 'pre',
    load(id) {
      const [file = id, stage] = id.split('?')
      const locale = textFile.exec(file)?.[1]
      if (!locale || !isLocale(locale)) return null
      const all = listLocaleFiles(locale)
      const isStage = stage === 'start' || stage === 'session'
      const files = all.filter((each) => (isStage ? each.stage === stage : each.path === file))
      for (const { path } of files) this.addWatchFile(path)
      const texts = JSON.stringify(JSON.stringify(compileTexts(readTexts(files))))
      const code = `export default JSON.parse(${texts})\n`
      if (stage !== 'start') return { code, moduleType: 'js' }
      const parts = [
        `session: () => import(${JSON.stringify(`${file}?session`)})`,
        ...all
          .filter((each) => each.stage === 'screens')
          .map(({ room, path }) => `${JSON.stringify(room)}: () => import(${JSON.stringify(path)})`),
      ]
      return { code: `${code}export const parts = {${parts.join(',\n')}}\n`, moduleType: 'js' }
    },
  }
}
