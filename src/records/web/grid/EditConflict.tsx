import type { EntityDefinition } from '#entities/entity.ts'
import { ConflictDialog } from '#records/web/form/ConflictDialog.tsx'
import type { OpenConflict, RowEdit } from '#records/web/grid/useCellEdits.ts'

type EditConflictProps = {
  readonly entity: EntityDefinition
  readonly conflict: OpenConflict
  /** Sends what was chosen. */
  readonly onSave: (edit: RowEdit) => void
  readonly onClose: () => void
}

/** Asks which of two values of the same fields of a record is to stay, when a cell or a card was changed. */
export function EditConflict({ entity, conflict, onSave, onClose }: EditConflictProps) {
  const { conflicts, current, linked, changes } = conflict
  return (
    <ConflictDialog
      fields={entity.fields}
      {...{ conflicts, current, linked, onClose }}
      onChoose={(mine) => {
        onClose()
        const values = Object.entries({ ...changes, ...mine }).map(([column, value]) => {
          const link = linked[column]
          return [column, link ? { value, linked: link } : { value }] as const
        })
        if (values.length > 0) onSave({ row: current, values: Object.fromEntries(values) })
      }}
    />
  )
}
