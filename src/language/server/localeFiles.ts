import { globSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { Locale } from '#language/locale.ts'
import { flatten, type TextTree } from '#language/messages.ts'

/** When the browser loads texts: with every page, with every page of a session, or with the screens that say them. */
export type TextStage = 'start' | 'session' | 'screens'

/** One file of texts: `src/<room>/locales/<locale>.json`, or beside it in the folder `start` or `session`. */
export type LocaleFile = { readonly room: string; readonly stage: TextStage; readonly path: string }

const sources = join(import.meta.dirname, '..', '..')

/** The text files of one language, in the order of their rooms. Their paths have slashes, as the modules of a build have. */
export function listLocaleFiles(locale: Locale): readonly LocaleFile[] {
  return globSync('**/locales/{,start/,session/}*.json', { cwd: sources })
    .map((file) => file.replaceAll(sep, '/'))
    .filter((file) => file.endsWith(`/${locale}.json`))
    .toSorted()
    .map((file) => {
      const [room = '', below = ''] = file.split('/locales/')
      const stage = below.startsWith('start/') ? 'start' : below.startsWith('session/') ? 'session' : 'screens'
      return { room, stage, path: `${sources.replaceAll(sep, '/')}/${file}` }
    })
}

/** The texts of some files: dotted key -> ICU message. Throws when two files have the same key. */
export function readLocaleTexts(files: readonly LocaleFile[]): Readonly<Record<string, string>> {
  const texts: Record<string, string> = {}
  for (const { path } of files)
    for (const [key, text] of Object.entries(flatten(JSON.parse(readFileSync(path, 'utf8')) as TextTree))) {
      if (Object.hasOwn(texts, key)) throw new Error(`${relative(sources, path)} repeats ${key}`)
      texts[key] = text
    }
  return texts
}
