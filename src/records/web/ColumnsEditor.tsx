import { ArrowDown, ArrowUp } from 'lucide-react'
import { columnOf, labelOf } from '#attributes/attribute.ts'
import { Button } from '#design/web/Button.tsx'
import { Checkbox } from '#design/web/Checkbox.tsx'
import { IconButton } from '#design/web/IconButton.tsx'
import type { EntityDefinition } from '#entities/entity.ts'
import { useLanguage } from '#language/web/language.tsx'
import { defaultColumns } from '#views/listing.ts'
import { mostColumns } from '#views/view.ts'

type ColumnsEditorProps = {
  readonly entity: EntityDefinition
  readonly columns: readonly string[]
  readonly onChange: (columns: readonly string[]) => void
}

/** Which columns are shown, and in which order: at most ten, and never none. */
export function ColumnsEditor({ entity, columns, onChange }: ColumnsEditorProps) {
  const { t } = useLanguage()
  const labels = new Map(entity.fields.map((field) => [columnOf(field), labelOf(field, t)]))
  const others = [...labels.keys()].filter((column) => !columns.includes(column))
  const isFull = columns.length >= mostColumns
  const move = (column: string, by: number) => {
    const at = columns.indexOf(column)
    const next = columns.filter((each) => each !== column)
    onChange([...next.slice(0, at + by), column, ...next.slice(at + by)])
  }
  return (
    <div className="flex w-72 max-w-full flex-col gap-2">
      <p className="text-label text-muted">{t('records.columns.limit', { count: columns.length, max: mostColumns })}</p>
      <ul aria-label={t('records.columns.shown')}>
        {columns.map((column, at) => (
          <li key={column} className="flex items-center">
            <Checkbox
              isSelected
              isDisabled={columns.length === 1}
              onChange={() => onChange(columns.filter((each) => each !== column))}
              className="min-w-0 flex-1"
            >
              <span className="block truncate">{labels.get(column)}</span>
            </Checkbox>
            <IconButton
              label={t('records.columns.up', { name: labels.get(column) })}
              icon={<ArrowUp />}
              isDisabled={at === 0}
              onPress={() => move(column, -1)}
              className="h-7! w-7!"
            />
            <IconButton
              label={t('records.columns.down', { name: labels.get(column) })}
              icon={<ArrowDown />}
              isDisabled={at === columns.length - 1}
              onPress={() => move(column, 1)}
              className="h-7! w-7!"
            />
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
      <div className="sticky -bottom-3 -mx-3 -mb-3 border-t border-line bg-raised p-2">
        <Button kind="quiet" className="w-full" onPress={() => onChange(defaultColumns(entity))}>
          {t('records.columns.reset')}
        </Button>
      </div>
    </div>
  )
}
