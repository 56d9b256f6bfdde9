import type { TextKey, TextValues, Translate } from '#language/translate.ts'

/**
 * The parameters of a text for its reader: values whose name ends in `Key` or `Keys` are text keys, and become
 * localized texts under the name without that ending.
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
