import { GripVertical } from 'lucide-react'
import { useRef, useState } from 'react'
import { columnOf, isListed, fieldLabel } from '#attributes/attribute.ts'
import { Button } from '#design/web/button/Button.tsx'
import { Checkbox } from '#design/web/fields/Checkbox.tsx'
import { classes } from '#design/web/theme/classes.ts'
import { useReordering } from '#design/web/layout/reordering.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { movedItem } from '#entities/order.ts'
import { useLanguage } from '#language/web/language.tsx'
import { defaultColumns } from '#views/listing.ts'
import { mostColumns } from '#views/view.ts'

type ColumnsEditorProps = {
  readonly entity: EntityDefinition
  readonly columns: readonly string[]
  readonly onChange: (columns: readonly string[]) => void
  /** It stands in a popup that scrolls. */
  readonly isFloating?: boolean
}

/** Which columns are shown, and in which order: at most ten, and never none. Moved by their handles or the arrow keys. */
export function ColumnsEditor({ entity, columns, onChange, isFloating = false }: ColumnsEditorProps) {
  const { t } = useLanguage()
  const list = useRef<HTMLUListElement>(null)
  const [said, setSaid] = useState('')
  const labels = new Map(entity.fields.filter(isListed).map((field) => [columnOf(field), fieldLabel(field, t)]))
  const others = [...labels.keys()].filter((column) => !columns.includes(column))
  const isFull = columns.length >= mostColumns
  const move = (from: number, to: number) => {
    if (from === to || to < 0 || to >= columns.length) return
    onChange(movedItem(columns, from, to))
    setSaid(t('records.columns.moved', { name: labels.get(columns[from] ?? '') ?? '', position: to + 1 }))
  }
  const { dragged, handleFor } = useReordering(list, move)
  const shown = dragged ? movedItem(columns, dragged.from, dragged.to) : columns
  return (
    <div className="flex w-72 max-w-full flex-col gap-2">
      <p className="text-label text-muted">{t('records.columns.limit', { count: columns.length, max: mostColumns })}</p>
      <p role="status" className="sr-only">
        {said}
      </p>
      <ul ref={list} aria-label={t('records.columns.shown')}>
        {shown.map((column, at) => (
          <li
            key={column}
            className={classes('flex items-center', dragged?.to === at && dragged.from !== at && 'opacity-50')}
          >
            <Checkbox
              isSelected
              isDisabled={columns.length === 1}
              onChange={() => onChange(columns.filter((each) => each !== column))}
              className="min-w-0 flex-1"
            >
              <span className="block truncate">{labels.get(column)}</span>
            </Checkbox>
            <button
              type="button"
              aria-label={t('records.columns.handle', { name: labels.get(column) ?? '' })}
              className="focus-ring grid h-7 w-7 shrink-0 cursor-grab touch-none place-items-center rounded-small text-muted active:cursor-grabbing pointer-coarse:h-11 pointer-coarse:w-11"
              {...handleFor(at)}
            >
              <GripVertical size={14} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <ul aria-label={t('records.columns.others')} className="border-t border-line pt-2">
          {others.map((column) => (
            <li key={column}>
              <Checkbox isSelected={false} isDisabled={isFull} onChange={() => onChange([...columns, column])}>
                <span className="block truncate">{labels.get(column)}</span>
              </Checkbox>
            </li>
          ))}
        </ul>
      )}
      {/* The way back stays in sight below a long list. */}
      <div
        className={classes('border-t border-line', isFloating ? 'sticky -bottom-3 -mx-3 -mb-3 bg-raised p-2' : 'pt-2')}
      >
        <Button kind="quiet" className="w-full" onPress={() => onChange(defaultColumns(entity))}>
          {t('records.columns.reset')}
        </Button>
      </div>
    </div>
  )
}
