import { useUndoChange } from '#changes/web/changes.client.ts'
import { toast } from '#design/web/feedback/toast.ts'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'

/** Says that definitions were changed, with a button that takes the change set back; `after` runs when it did. */
export function useUndoToast(environmentId: string): (text: string, changeId: string, after?: () => void) => void {
  const { t } = useLanguage()
  const undo = useUndoChange(environmentId)
  return (text, changeId, after) => {
    // The page that changed something may be gone when its toast is pressed: a promise outlives it, callbacks do not.
    const takeBack = async () => {
      try {
        const done = await undo.mutateAsync(changeId)
        if ('job_id' in done) return void toast({ kind: 'info', text: t('changes.later') })
        const redo = { label: t('changes.redo.action'), onAction: () => void doAgain(done.id) }
        toast({ kind: 'done', text: t('changes.undone'), action: redo })
        after?.()
      } catch (error) {
        toast({ kind: 'failed', text: sayFault(t, error).text })
      }
    }
    const doAgain = (undoId: string) =>
      undo.mutateAsync(undoId).then(
        () => toast({ kind: 'done', text: t('changes.redo.done') }),
        (error: unknown) => toast({ kind: 'failed', text: sayFault(t, error).text }),
      )
    toast({ kind: 'done', text, action: { label: t('design.undo'), onAction: () => void takeBack() } })
  }
}
