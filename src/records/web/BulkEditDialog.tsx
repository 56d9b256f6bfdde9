import { useState } from 'react'
import { columnOf, labelOf } from '#attributes/attribute.ts'
import { validateRecord } from '#attributes/record.ts'
import type { WireValue } from '#attributes/type.ts'
import type { FindLinked } from '#attributes/web/control.ts'
import { FieldControl } from '#attributes/web/FieldControl.tsx'
import { Button } from '#design/web/Button.tsx'
import { Dialog } from '#design/web/Dialog.tsx'
import { Select, type Option } from '#design/web/Select.tsx'
import type { TextKey } from '#language/translate.ts'
import { useLanguage } from '#language/web/language.tsx'
import { isEditable } from '#records/web/gridColumns.tsx'
import type { Change, Table } from '#records/web/records.client.ts'

type BulkEditDialogProps = {
  readonly table: Table
  readonly count: number
  readonly findLinked: FindLinked
  readonly onApply: (change: Change) => void
  readonly onClose: () => void
}

/** One field of many records set to the same value. */
export function BulkEditDialog({ table, count, findLinked, onApply, onClose }: BulkEditDialogProps) {
  const { t } = useLanguage()
  const { entity } = table
  const fields = entity.fields.filter((field) => isEditable(entity, field) && !field.unique)
  const [column, setColumn] = useState('')
  const [value, setValue] = useState<{ readonly value: WireValue; readonly linked?: Option }>({ value: null })
  const [error, setError] = useState<string>()
  const field = fields.find((each) => columnOf(each) === column)
  const apply = () => {
    const change = { [column]: value.value }
    const result = validateRecord(entity, change, 'update')
    const [problem] = 'problems' in result ? result.problems : []
    if (problem) setError(problem.message ?? t(`fault.${problem.code}` as TextKey, problem.parameters))
    else onApply(change)
  }
  return (
    <Dialog
      isOpen
      title={t('records.bulk.editTitle', { count })}
      onClose={onClose}
      width="small"
      footer={
        <>
          <Button onPress={onClose}>{t('design.cancel')}</Button>
          <Button kind="primary" isDisabled={!field} onPress={apply}>
            {t('records.bulk.apply')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Select
          label={t('records.bulk.field')}
          options={fields.map((each) => ({ id: columnOf(each), label: labelOf(each, t) }))}
          value={column}
          onChange={(next) => {
            setColumn(next)
            setValue({ value: null })
            setError(undefined)
          }}
        />
        {field && (
          <FieldControl
            key={column}
            {...{ field, findLinked }}
            name={column}
            label={t('records.bulk.value')}
            value={value.value}
            linked={value.linked}
            onChange={(next, linked) => {
              setValue({ value: next, ...(linked ? { linked } : {}) })
              setError(undefined)
            }}
            {...(error === undefined ? {} : { error })}
          />
        )}
      </div>
    </Dialog>
  )
}
