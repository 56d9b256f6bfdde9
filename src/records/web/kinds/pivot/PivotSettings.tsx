import { fieldLabel, type Field } from '#attributes/attribute.ts'
import { SegmentedControl } from '#design/web/choice/SegmentedControl.tsx'
import { Select } from '#design/web/choice/Select.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { isDrawable } from '#records/web/kinds/pivot/sayPivot.ts'
import type { KindSettingsProps } from '#records/web/kinds/viewKinds.ts'
import { periodUnits, type PeriodUnit } from '#dates/periodUnit.ts'
import { functionsFor, isMomentField, isPivotable } from '#views/capability.ts'
import { charts, viewFunctions, type ViewContent, type ViewFunction } from '#views/view.ts'
import { fieldNamed } from '#views/viewListing.ts'

type Said = NonNullable<ViewContent['pivot']>

/** What a summary stands for: its rows and columns, what its cells work out, and its chart. */
export function PivotSettings({ entity, content: { pivot }, onChange, problemAt }: KindSettingsProps) {
  const { t } = useLanguage()
  const lineOf = (field: Field) => ({ id: field.id, label: fieldLabel(field, t) })
  const offered = entity.fields.filter(isPivotable)
  const rows = fieldNamed(entity, pivot?.rows)
  const columns = fieldNamed(entity, pivot?.columns)
  const measure = pivot?.measure ?? counted
  const measured = fieldNamed(entity, measure.attribute)
  const fitting = (name: ViewFunction) => entity.fields.filter((field) => functionsFor(field).includes(name))
  const error = (target: string) => {
    const text = problemAt(target)
    return text === undefined ? {} : { error: text }
  }
  const change = (next: Partial<Said>) => {
    const begun: Said = pivot ?? { ...neutral, rows: offered[0]?.id ?? '' }
    onChange({ pivot: { ...begun, ...next } })
  }
  const periodFor = (id: string): PeriodUnit | null => {
    const field = fieldNamed(entity, id)
    return field && isMomentField(field) ? 'month' : null
  }
  const period = (side: 'rows' | 'columns', value: PeriodUnit | null, onSaid: (unit: PeriodUnit) => void) => (
    <Select
      label={t(`records.pivot.by.${side}`)}
      options={periodUnits.map((id) => ({ id, label: t(`records.pivot.period.${id}`) }))}
      value={value ?? 'month'}
      onChange={(id) => onSaid(id as PeriodUnit)}
    />
  )
  return (
    <section aria-label={t('views.property.pivot')} className="flex flex-col gap-2 [&>div]:w-full">
      <h3 className="text-section font-semibold text-muted">{t('views.property.pivot')}</h3>
      <Select
        label={t('records.pivot.rows')}
        options={offered.map(lineOf)}
        value={pivot?.rows ?? ''}
        onChange={(id) => change({ rows: id, rowsby: periodFor(id) })}
        {...error('pivot.rows')}
      />
      {rows && isMomentField(rows) && period('rows', pivot?.rowsby ?? null, (rowsby) => change({ rowsby }))}
      <Select
        label={t('records.pivot.columns')}
        clearable
        placeholder={t('records.pivot.columnsNone')}
        options={offered.filter((field) => field.id !== pivot?.rows || isMomentField(field)).map(lineOf)}
        value={pivot?.columns ?? ''}
        onChange={(id) => change({ columns: id || null, columnsby: periodFor(id) })}
        {...error('pivot.columns')}
      />
      {columns &&
        isMomentField(columns) &&
        period('columns', pivot?.columnsby ?? null, (columnsby) => change({ columnsby }))}
      <Select
        label={t('records.pivot.measure')}
        options={viewFunctions
          .filter((name) => name === 'count' || fitting(name).length > 0)
          .map((id) => ({ id, label: t(`views.function.${id}`) }))}
        value={measure.function}
        onChange={(id) => {
          const name = id as ViewFunction
          const kept = fitting(name).find((field) => field.id === measure.attribute)
          const attribute = name === 'count' ? null : ((kept ?? usual(fitting(name)))?.id ?? null)
          change({ measure: { function: name, attribute } })
        }}
        {...error('pivot.measure')}
      />
      {measure.function !== 'count' && (
        <Select
          label={t('records.pivot.of')}
          options={fitting(measure.function).map(lineOf)}
          value={measure.attribute ?? ''}
          onChange={(attribute) => change({ measure: { ...measure, attribute } })}
        />
      )}
      {isDrawable({ function: measure.function, field: measured }) && (
        <>
          <span aria-hidden className="text-label text-muted">
            {t('records.pivot.chart.label')}
          </span>
          <SegmentedControl
            label={t('records.pivot.chart.label')}
            segments={charts.map((id) => ({ id, label: t(`records.pivot.chart.${id}`) }))}
            value={pivot?.chart ?? 'none'}
            onChange={(chart) => change({ chart })}
          />
        </>
      )}
    </section>
  )
}

const counted = { function: 'count', attribute: null } as const
const neutral: Omit<Said, 'rows'> = { rowsby: null, columns: null, columnsby: null, measure: counted, chart: 'none' }

/** A maker's own attribute before one that every table has. */
function usual(fields: readonly Field[]): Field | undefined {
  return fields.find((field) => !('label' in field)) ?? fields[0]
}
