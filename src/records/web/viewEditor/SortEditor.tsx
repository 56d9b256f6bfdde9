import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { columnOf, fieldLabel } from '#attributes/attribute.ts'
import { IconButton } from '#design/web/button/IconButton.tsx'
import { Select } from '#design/web/choice/Select.tsx'
import type { EntityDefinition } from '#entities/entity.ts'
import { useLanguage } from '#language/web/language.tsx'
import { isSortable, type SortItem } from '#views/listing.ts'
import { mostSorts } from '#views/view.ts'

type SortEditorProps = {
  readonly entity: EntityDefinition
  readonly sort: readonly SortItem[]
  readonly onChange: (sort: readonly SortItem[]) => void
}

/** Up to three fields to sort by, the first one first. */
export function SortEditor({ entity, sort, onChange }: SortEditorProps) {
  const { t } = useLanguage()
  const options = entity.fields
    .filter(isSortable)
    .map((field) => ({ id: columnOf(field), label: fieldLabel(field, t) }))
  const free = options.filter(({ id }) => !sort.some(({ column }) => column === id))
  const set = (at: number, next: SortItem) => onChange(sort.map((item, index) => (index === at ? next : item)))
  return (
    <div className="flex w-80 max-w-full flex-col gap-2">
      {sort.map((item, at) => (
        <div key={item.column} className="flex items-center gap-1">
          <Select
            label={t('records.sort.field')}
            labelHidden
            className="flex-1"
            options={options.filter(({ id }) => id === item.column || free.some((each) => each.id === id))}
            value={item.column}
            onChange={(column) => set(at, { ...item, column })}
          />
          <IconButton
            label={t(item.descending ? 'design.grid.sortUp' : 'design.grid.sortDown')}
            icon={item.descending ? <ArrowDown /> : <ArrowUp />}
            onPress={() => set(at, { ...item, descending: !item.descending })}
          />
          <IconButton
            label={t('records.sort.remove')}
            icon={<X />}
            onPress={() => onChange(sort.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      {sort.length < mostSorts ? (
        <Select
          label={t('records.sort.add')}
          options={free}
          value=""
          onChange={(column) => column && onChange([...sort, { column, descending: false }])}
        />
      ) : (
        <p className="text-label text-muted">{t('records.sort.limit', { max: mostSorts })}</p>
      )}
    </div>
  )
}
