import { columnOf, fieldLabel } from '#attributes/attribute.ts'
import { renderValue } from '#attributes/web/cells.tsx'
import { useLanguage } from '#language/web/language.tsx'
import type { RecordsTable } from '#records/web/records.client.ts'
import { linkedRecord, fieldValue, type RecordRow } from '#records/wire.ts'

const facts: readonly string[] = [
  'created_on',
  'created_by',
  'updated_on',
  'updated_by',
  'owning_unit',
  'version',
  'id',
]

/** What the system knows of a record. */
export function RecordFacts({ table, record }: { table: RecordsTable; record: RecordRow }) {
  const language = useLanguage()
  const { t, date } = language
  const fields = facts.flatMap(
    (uri) => table.entity.fields.find((field) => 'label' in field && field.uri === uri) ?? [],
  )
  return (
    <aside
      aria-label={t('records.facts')}
      className="shrink-0 border-t border-line pt-4 @4xl:w-56 @4xl:border-t-0 @4xl:border-l @4xl:pt-0 @4xl:pl-6"
    >
      <dl className="grid grid-cols-1 gap-3 @sm:grid-cols-2 @4xl:grid-cols-1">
        {fields.map((field) => {
          const value = fieldValue(record, field)
          const title =
            field.type === 'datetime' && typeof value === 'string' ? date(new Date(value), 'longDateTime') : undefined
          return (
            <div key={columnOf(field)} className="min-w-0">
              <dt className="text-label font-medium text-muted">{fieldLabel(field, t)}</dt>
              <dd className="truncate select-text" title={title ?? (field.type === 'id' ? String(value) : undefined)}>
                {renderValue({ field, value, linked: linkedRecord(record, field)?.name ?? null, language })}
              </dd>
            </div>
          )
        })}
      </dl>
    </aside>
  )
}
