import type { Sentence } from '#changes/operation.ts'
import type { CountedImpact } from '#changes/wire.ts'
import type { TextKey, Translate } from '#language/translate.ts'

/** What a change means for records, with its number. */
export function sayImpact(t: Translate, { key, values, count }: CountedImpact): string {
  return saySentence(t, { key, values: { ...values, count } })
}

/** A sentence of the history. Values whose name ends in `Key` or `Keys` are texts of ours, said in the reader's language. */
export function saySentence(t: Translate, { key, values }: Sentence): string {
  const all = (keys: string) => keys.split(' ').map((each) => t(each as TextKey))
  const said = Object.entries(values).map(([name, value]) => {
    if (name.endsWith('Keys')) return [name.slice(0, -4), all(String(value)).join(', ')]
    return name.endsWith('Key') ? [name.slice(0, -3), t(value as TextKey)] : [name, value]
  })
  return t(key, Object.fromEntries(said) as Record<string, string | number>)
}
