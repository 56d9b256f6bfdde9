import type { Translate } from '#language/translate.ts'
import { tellConcerned, type ManyConsequences } from '#records/consequence.ts'

/** The effects of deleting many records, one sentence per kind of effect; empty without effects. */
export function sayConsequences(t: Translate, { gone, cleared, held, looked, more }: ManyConsequences): string {
  const told = { gone, cleared, held }
  const sentences = (['gone', 'cleared', 'held'] as const)
    .filter((kind) => told[kind].length > 0)
    .map((kind) => t(`records.trash.foretold.${kind}`, tellConcerned(told[kind])))
  return [...sentences, ...(more ? [t('records.trash.foretold.more', { max: Math.max(looked, 10_000) })] : [])].join(
    ' ',
  )
}
