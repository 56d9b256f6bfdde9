import { Eraser, X } from 'lucide-react'
import { useState } from 'react'
import { columnOf, fieldLabel, type Field } from '#attributes/attribute.ts'
import { validateRecord } from '#attributes/record.ts'
import type { WireValue } from '#attributes/type.ts'
import type { FindLinked } from '#attributes/web/control.ts'
import { FieldControl } from '#attributes/web/FieldControl.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { Dialog } from '#design/web/overlay/Dialog.tsx'
import { IconButton } from '#design/web/button/IconButton.tsx'
import { Select, type Option } from '#design/web/choice/Select.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { isEditable } from '#records/web/grid/gridColumns.tsx'
import type { RecordsTable } from '#records/web/records.client.ts'
import type { RecordPatch } from '#records/web/recordChanges.client.ts'
import { sayCauseProblem } from '#records/history/web/sayCause.ts'

type BulkEditDialogProps = {
  readonly table: RecordsTable
  readonly count: number
  readonly findLinked: FindLinked
  readonly onApply: (change: RecordPatch) => void
  readonly onClose: () => void
}

/** One field with the value that it gets in every record; emptied where nothing is to be in it. */
type Line = {
  readonly column: string
  readonly value: WireValue
  readonly linked?: Option | undefined
  readonly isCleared: boolean
}

/** Fields of many records set to the same values. */
export function BulkEditDialog({ table, count, findLinked, onApply, onClose }: BulkEditDialogProps) {
  const { t } = useLanguage()
  const { entity } = table
  const fields = entity.fields.filter((field) => isEditable(entity, field) && !field.unique)
  const [lines, setLines] = useState<readonly Line[]>([])
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const others = fields.filter((field) => !lines.some(({ column }) => column === columnOf(field)))
  const change = (line: Line) => {
    setLines(lines.map((each) => (each.column === line.column ? line : each)))
    setErrors({ ...errors, [line.column]: '' })
  }
  const apply = () => {
    const values = Object.fromEntries(lines.map(({ column, value, isCleared }) => [column, isCleared ? null : value]))
    const result = validateRecord(entity, values, 'update')
    const problems = 'problems' in result ? result.problems : []
    if (problems.length === 0) return onApply(values)
    setErrors(
      Object.fromEntries(problems.map((problem) => [problem.target ?? '', sayCauseProblem(t, undefined, problem)])),
    )
  }
  return (
    <Dialog
      isOpen
      title={t('records.bulk.editTitle', { count })}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('design.cancel')}</Button>
          <Button kind="primary" isDisabled={lines.length === 0} onPress={apply}>
            {t('records.bulk.apply')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-muted">{t('records.bulk.scope')}</p>
        {lines.map((line) => {
          const field = fields.find((each) => columnOf(each) === line.column)
          if (!field) return null
          const error = errors[line.column]
          return (
            <BulkLine
              key={line.column}
              {...{ field, line, findLinked }}
              {...(error ? { error } : {})}
              onChange={change}
              onRemove={() => setLines(lines.filter(({ column }) => column !== line.column))}
            />
          )
        })}
        {others.length > 0 && (
          <Select
            key={lines.length}
            label={t(lines.length === 0 ? 'records.bulk.field' : 'records.bulk.another')}
            options={others.map((each) => ({ id: columnOf(each), label: fieldLabel(each, t) }))}
            value=""
            onChange={(column) => setLines([...lines, { column, value: null, isCleared: false }])}
          />
        )}
      </div>
    </Dialog>
  )
}

type BulkLineProps = {
  readonly field: Field
  readonly line: Line
  readonly findLinked: FindLinked
  readonly error?: string
  readonly onChange: (line: Line) => void
  readonly onRemove: () => void
}

function BulkLine({ field, line, findLinked, error, onChange, onRemove }: BulkLineProps) {
  const { t } = useLanguage()
  const label = fieldLabel(field, t)
  return (
    <div role="group" aria-label={label} className="flex items-end gap-2">
      <div className="min-w-0 flex-1">
        {line.isCleared ? (
          <div className="flex flex-col gap-1">
            <span className="text-label font-medium">{label}</span>
            <p className="flex min-h-8 items-center text-muted italic">{t('records.bulk.cleared')}</p>
            {error && <p className="text-label text-red">{error}</p>}
          </div>
        ) : (
          <FieldControl
            {...{ field, label }}
            // A condition reads the other values of each record; a view says the same for all of them.
            findLinked={(each, text, signal) =>
              findLinked(each, text, signal, (each.related_filter ?? '') === '' ? {} : undefined)
            }
            name={line.column}
            value={line.value}
            linked={line.linked}
            onChange={(value, linked) => onChange({ ...line, value, linked })}
            {...(error === undefined ? {} : { error })}
          />
        )}
      </div>
      {!field.required && (
        <IconButton
          label={t('records.bulk.clear')}
          icon={<Eraser />}
          aria-pressed={line.isCleared}
          onPress={() => onChange({ ...line, value: null, linked: undefined, isCleared: !line.isCleared })}
        />
      )}
      <IconButton label={t('records.bulk.remove')} icon={<X />} onPress={onRemove} />
    </div>
  )
}
