import { Button } from '#design/web/button/Button.tsx'
import { useLanguage } from '#language/web/language.tsx'
import type { RecordFormParts } from '#records/web/form/useRecordForm.ts'

/** What is done after a save: the record stays open, or the form begins with another new one. */
export type AfterSave = 'stay' | 'new'

type FormFooterProps = {
  readonly form: RecordFormParts
  readonly onSave: (next: AfterSave) => void
  readonly onCancel: () => void
  readonly onDelete?: (() => void) | undefined
}

/** Below a form: delete, whether something is unsaved, cancel, and the ways to save. */
export function FormFooter({ form: { state, saving, rights }, onSave, onCancel, onDelete }: FormFooterProps) {
  const { t } = useLanguage()
  const { base, isDirty, discard } = state
  const { isPending } = saving
  return (
    <footer className="flex shrink-0 flex-wrap items-center gap-2 border-t border-line px-4 py-2">
      {onDelete && rights.mayDelete && (
        <Button kind="quietDanger" onPress={onDelete}>
          {t('records.delete.action')}
        </Button>
      )}
      <span className="ml-auto text-label text-muted" role="status">
        {isDirty ? t('records.unsaved') : ''}
      </span>
      <Button
        onPress={() => {
          discard()
          onCancel()
        }}
      >
        {t('design.cancel')}
      </Button>
      {!rights.isClosed && !rights.isLocked && (
        <>
          {!base && (
            <Button onPress={() => onSave('new')} isDisabled={isPending}>
              {t('records.saveAndNew')}
            </Button>
          )}
          <Button kind="primary" type="submit" isPending={isPending} isDisabled={base !== undefined && !isDirty}>
            {t('records.save')}
          </Button>
        </>
      )}
    </footer>
  )
}
