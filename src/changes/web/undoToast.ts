import { useUndoChange } from '#changes/web/changes.client.ts'
import { toast } from '#design/web/toast.ts'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'

/** Says that definitions were changed, with a button that takes the change set back. */
export function useUndoToast(environmentId: string): (text: string, changeId: string) => void {
  const { t } = useLanguage()
  const undo = useUndoChange(environmentId)
  return (text, changeId) =>
    void toast({
      kind: 'done',
      text,
      action: {
        label: t('design.undo'),
        onAction: () =>
          undo.mutate(changeId, {
            onSuccess: () => toast({ kind: 'done', text: t('changes.undone') }),
            onError: (error) => toast({ kind: 'failed', text: sayFault(t, error).text }),
          }),
      },
    })
}
