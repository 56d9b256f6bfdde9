import type { TextKey, TextValues, Translate } from '#language/translate.ts'

/**
 * The values of a text as its reader reads them: those whose name ends in `Key` or `Keys` are texts of ours, said in the
 * reader's language under the name without that ending.
 */
export function resolveTextKeys(t: Translate, values: TextValues): TextValues {
  const all = (keys: string) => keys.split(' ').map((each) => t(each as TextKey))
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (name.endsWith('Keys')) return [name.slice(0, -4), all(String(value)).join(', ')]
      return name.endsWith('Key') ? [name.slice(0, -3), t(value as TextKey)] : [name, value]
    }),
  )
}
