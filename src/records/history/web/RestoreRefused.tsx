import { columnOf } from '#attributes/attribute.ts'
import { Button } from '#design/web/button/Button.tsx'
import { Dialog } from '#design/web/overlay/Dialog.tsx'
import { useModel } from '#entities/web/entities.client.ts'
import { useLanguage } from '#language/web/language.tsx'
import type { RestoreResult } from '#records/history/trash.ts'
import type { RecordsTable } from '#records/web/records.client.ts'
import { TroubleList } from '#records/web/bulk/TroubleList.tsx'

type RestoreRefusedProps = {
  readonly table: RecordsTable
  readonly records: RestoreResult['refused']
  readonly onLeave: () => void
  readonly onClose: () => void
}

/** Why records could not come back from the trash, and the way that leaves out what keeps them there. */
export function RestoreRefused({ table, records, onLeave, onClose }: RestoreRefusedProps) {
  const { t } = useLanguage()
  const { data: model } = useModel(table.envid)
  const optional = new Set(table.entity.fields.filter(({ required }) => !required).map(columnOf)).add('owner_id')
  const canLeave = records.some(
    ({ entity_id, problems }) =>
      entity_id === table.entity.id && problems.every(({ target }) => target !== undefined && optional.has(target)),
  )
  return (
    <Dialog
      isOpen
      title={t('records.trash.refused.title')}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('design.close')}</Button>
          {canLeave && (
            <Button kind="primary" onPress={onLeave}>
              {t('records.trash.refused.leave')}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p>{t('records.trash.refused.text', { count: records.length })}</p>
        <TroubleList
          records={records}
          entityOf={(id) => (id === table.entity.id ? table.entity : model?.entities.get(id))}
        />
      </div>
    </Dialog>
  )
}
