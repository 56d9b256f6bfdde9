import { useState } from 'react'
import { useUndoToast } from '#changes/web/undoToast.ts'
import { Button } from '#design/web/button/Button.tsx'
import { FormSection } from '#design/web/layout/FormSection.tsx'
import { DeleteDialog } from '#entities/web/DeleteDialog.tsx'
import type { EntityPlace } from '#entities/web/EntityFrame.tsx'
import { useDeleteEntity } from '#entities/web/entityChanges.client.ts'
import { useLanguage } from '#language/web/language.tsx'
import { useGo } from '#platform/web/routeParams.ts'

/** The end of a table: what it takes along is counted first, and it can be undone. */
export function DeleteEntity({ environmentId, entity }: EntityPlace) {
  const { t } = useLanguage()
  const go = useGo()
  const remove = useDeleteEntity(environmentId)
  const undoToast = useUndoToast(environmentId)
  const [isOpen, setOpen] = useState(false)
  const leave = (changeId: string) => {
    go(`/${environmentId}/entity`)
    undoToast(t('entities.delete.done', { name: entity.name }), changeId)
  }
  const confirm = () => remove.mutate(entity.id, { onSuccess: ({ change_id }) => leave(change_id) })
  return (
    <FormSection kind="danger" title={t('entities.delete.title')} text={t('entities.delete.text')}>
      <div className="flex justify-end">
        <Button kind="danger" onPress={() => setOpen(true)}>
          {t('entities.delete.title')}
        </Button>
      </div>
      {isOpen && (
        <DeleteDialog
          environmentId={environmentId}
          title={t('entities.delete.ask', { name: entity.name })}
          operation={{ kind: 'entity.delete', id: entity.id }}
          isPending={remove.isPending}
          error={remove.error}
          onDelete={confirm}
          onDeletedAlong={leave}
          onClose={() => setOpen(false)}
        />
      )}
    </FormSection>
  )
}
