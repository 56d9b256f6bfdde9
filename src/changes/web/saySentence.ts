import type { Sentence } from '#changes/operation.ts'
import type { CountedImpact } from '#changes/wire.ts'
import { resolveTextKeys } from '#language/resolveTextKeys.ts'
import type { Translate } from '#language/translate.ts'

// Keys come with data: @texts attributes changes

/** What a change means for records, with its number. */
export function sayImpact(t: Translate, { key, values, count }: CountedImpact): string {
  return saySentence(t, { key, values: { ...values, count } })
}

/** A sentence of the history. */
export function saySentence(t: Translate, { key, values }: Sentence): string {
  return t(key, resolveTextKeys(t, values))
}
