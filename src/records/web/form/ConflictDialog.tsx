import { useState } from 'react'
import { columnOf, fieldLabel, type Field } from '#attributes/attribute.ts'
import type { WireValue } from '#attributes/type.ts'
import { renderValue } from '#attributes/web/cells.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { Dialog } from '#design/web/overlay/Dialog.tsx'
import { useLanguage } from '#language/web/language.tsx'
import type { Conflict } from '#records/rebase.ts'
import type { RecordPatch, LinkedNames } from '#records/web/recordChanges.client.ts'
import { linkedRecord, type RecordRow } from '#records/wire.ts'

type ConflictDialogProps = {
  readonly fields: readonly Field[]
  readonly conflicts: readonly Conflict[]
  readonly current: RecordRow
  readonly linked: LinkedNames
  /** The fields where mine was chosen. */
  readonly onChoose: (mine: RecordPatch) => void
  readonly onClose: () => void
}

/** Two people changed the same fields: both values side by side, a choice for each. Nothing is chosen beforehand but mine. */
export function ConflictDialog({ fields, conflicts, current, linked, onChoose, onClose }: ConflictDialogProps) {
  const { t } = useLanguage()
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set())
  const choose = (column: string, isTheirs: boolean) => {
    const next = new Set(theirs)
    if (isTheirs) next.add(column)
    else next.delete(column)
    setTheirs(next)
  }
  const mine = conflicts.filter(({ column }) => !theirs.has(column)).map(({ column, mine }) => [column, mine] as const)
  return (
    <Dialog
      isOpen
      role="alertdialog"
      width="large"
      title={t('records.conflict.title')}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('records.conflict.back')}</Button>
          <Button kind="primary" onPress={() => onChoose(Object.fromEntries(mine))}>
            {t('records.conflict.save')}
          </Button>
        </>
      }
    >
      <p className="mb-3">{t('records.conflict.text')}</p>
      <div className="flex flex-col gap-4">
        {conflicts.map((conflict) => {
          const field = fields.find((each) => columnOf(each) === conflict.column)
          if (!field) return null
          const side = (isTheirs: boolean, value: WireValue, name: string | null) => (
            <Side
              name={conflict.column}
              label={t(isTheirs ? 'records.conflict.theirs' : 'records.conflict.mine')}
              isChosen={theirs.has(conflict.column) === isTheirs}
              onChoose={() => choose(conflict.column, isTheirs)}
              {...{ field, value, linked: name }}
            />
          )
          return (
            <fieldset key={conflict.column} className="min-w-0">
              <legend className="mb-1 text-label font-medium text-muted">{fieldLabel(field, t)}</legend>
              <div className="grid gap-2 sm:grid-cols-2">
                {side(false, conflict.mine, linked[conflict.column]?.label ?? null)}
                {side(true, conflict.theirs, linkedRecord(current, field)?.name ?? null)}
              </div>
            </fieldset>
          )
        })}
      </div>
    </Dialog>
  )
}

type SideProps = {
  readonly name: string
  readonly label: string
  readonly field: Field
  readonly value: WireValue
  readonly linked: string | null
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function Side({ name, label, field, value, linked, isChosen, onChoose }: SideProps) {
  const language = useLanguage()
  return (
    <label className="flex min-w-0 gap-2 rounded-control border border-control-line p-3 has-checked:border-brand has-checked:bg-selection">
      <input
        type="radio"
        aria-label={label}
        name={`conflict-${name}`}
        checked={isChosen}
        onChange={onChoose}
        className="mt-0.5 size-4 shrink-0"
      />
      <span className="min-w-0">
        <span className="block text-label text-muted">{label}</span>
        <span className="block max-h-40 overflow-auto break-words whitespace-pre-wrap">
          {field.type === 'textarea' ? String(value ?? '') : renderValue({ field, value, linked, language })}
          {(value === null || value === '') && <span className="text-muted">{language.t('records.noValue')}</span>}
        </span>
      </span>
    </label>
  )
}
