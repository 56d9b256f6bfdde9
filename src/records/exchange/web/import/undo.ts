import { confirm } from '#design/web/overlay/confirm.ts'
import type { Translate } from '#language/translate.ts'
import { useLanguage } from '#language/web/language.tsx'
import { tellConcerned, type ManyConsequences } from '#records/consequence.ts'
import { sayConsequences } from '#records/sayConsequences.ts'
import type { Import } from '#records/exchange/import/settings.ts'
import { foreseeUndo, useUndoImport } from '#records/exchange/web/import.client.ts'

/** Takes an import back, once the person has said yes. */
export function useUndoAsked(environmentId: string, found: Pick<Import, 'id' | 'file'>) {
  const { t } = useLanguage()
  const undo = useUndoImport(environmentId)
  const ask = async () => {
    // What cannot be told beforehand is told by the undo itself.
    const foreseen = await foreseeUndo(environmentId, found.id).catch(() => undefined)
    const isSure = await confirm({
      title: t('imports.undo.title'),
      text: [t('imports.undo.text', { file: found.file }), ...(foreseen ? sayForeseen(t, foreseen) : [])].join(' '),
      action: t('imports.undo.action'),
      danger: true,
    })
    if (isSure) undo.mutate(found.id)
  }
  return { ask, isPending: undo.isPending, error: undo.error }
}

/** Unlike a deletion of many, an undo is refused as a whole by who needs some of the records. */
function sayForeseen(t: Translate, foreseen: ManyConsequences): string[] {
  if (foreseen.held.length > 0) return [t('imports.undo.held', tellConcerned(foreseen.held))]
  const said = sayConsequences(t, foreseen)
  return said === '' ? [] : [said]
}
