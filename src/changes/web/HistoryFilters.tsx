import type { HistoryFilter } from '#changes/web/changes.client.ts'
import type { ChangePage } from '#changes/wire.ts'
import { Select } from '#design/web/choice/Select.tsx'
import { useLanguage } from '#language/web/language.tsx'

/** A table that changes can be asked for. */
export type NamedTable = { readonly id: string; readonly name: string }

type HistoryFiltersProps = {
  readonly filter: HistoryFilter
  readonly people: NonNullable<ChangePage['people']>
  readonly tables: readonly NamedTable[]
  readonly onChange: (filter: HistoryFilter) => void
}

/** Of which table, and by whom. */
export function HistoryFilters({ filter, people, tables, onChange }: HistoryFiltersProps) {
  const { t } = useLanguage()
  return (
    <div className="grid gap-3 sm:max-w-2xl sm:grid-cols-2">
      {tables.length > 0 && (
        <Select
          clearable
          label={t('changes.filter.entity')}
          placeholder={t('changes.filter.all')}
          options={tables.map(({ id, name }) => ({ id, label: name }))}
          value={filter.entity}
          onChange={(entity) => onChange({ ...filter, entity })}
        />
      )}
      <Select
        clearable
        label={t('changes.filter.by')}
        placeholder={t('changes.filter.all')}
        options={people.map(({ id, name }) => ({ id, label: name ?? t('changes.unknownPerson') }))}
        value={filter.by}
        onChange={(by) => onChange({ ...filter, by })}
      />
    </div>
  )
}
