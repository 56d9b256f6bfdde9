import { confirm } from '#design/web/confirm.ts'
import { useLanguage } from '#language/web/language.tsx'
import type { Import } from '#records/import/settings.ts'
import { useUndoImport } from '#records/web/import.client.ts'

/** Takes an import back, once the person has said yes. */
export function useUndoAsked(environmentId: string, found: Pick<Import, 'id' | 'file'>) {
  const { t } = useLanguage()
  const undo = useUndoImport(environmentId)
  const ask = async () => {
    const isSure = await confirm({
      title: t('imports.undo.title'),
      text: t('imports.undo.text', { file: found.file }),
      action: t('imports.undo.action'),
      danger: true,
    })
    if (isSure) undo.mutate(found.id)
  }
  return { ask, isPending: undo.isPending, error: undo.error }
}
