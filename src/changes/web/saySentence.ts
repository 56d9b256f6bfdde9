import type { Sentence } from '#changes/operation.ts'
import type { TextKey, Translate } from '#language/translate.ts'

/** A sentence of the history. Values whose name ends in `Key` are texts of ours, said in the reader's language. */
export function saySentence(t: Translate, { key, values }: Sentence): string {
  const said = Object.entries(values).flatMap(([name, value]) =>
    name.endsWith('Key') ? [[name.slice(0, -3), t(value as TextKey)]] : [[name, value]],
  )
  return t(key, Object.fromEntries(said) as Record<string, string | number>)
}
