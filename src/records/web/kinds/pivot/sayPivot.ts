import { fieldLabel, optionLabelOf, valueTypeOf, type Field } from '#attributes/attribute.ts'
import { valueText } from '#attributes/web/valueText.ts'
import { compactText } from '#language/furtherFormats.ts'
import type { Language } from '#language/web/language.tsx'
import { spanOfKey } from '#views/periodKey.ts'
import type { PivotAxis, PivotMeasure, PivotPlan } from '#views/pivot.ts'
import type { PivotCell, PivotHead } from '#views/pivotTable.ts'
import type { PeriodUnit } from '#dates/periodUnit.ts'

/** What a row or a column of a summary is called. */
export function sayHead({ field, period }: PivotAxis, { value, name }: PivotHead, language: Language): string {
  const { t } = language
  if (value === null || value === '') return t('records.noValue')
  if (period) return sayPeriod(period, Number(value), language)
  if (typeof value === 'boolean') return t(value ? 'attributes.yes' : 'attributes.no')
  const { control } = valueTypeOf(field)
  if (control === 'select') return optionLabelOf(field, value, t)
  if (control === 'lookup' || control === 'principal') return name ?? `${value.slice(0, 8)}…`
  return valueText(field, value, language)
}

/** What a cell says; undefined where there is nothing to say, as of the highest value where none is filled in. */
export function sayCell(measure: PivotMeasure, cell: PivotCell | undefined, language: Language): string | undefined {
  if (!cell) return undefined
  if (isCount(measure)) return language.number(cell.count)
  return cell.value === null || !measure.field ? undefined : sayValue(measure, measure.field, cell.value, language)
}

/** The number that a cell is compared and drawn by; undefined for none, and for what is no number. */
export function pivotNumber(measure: PivotMeasure, cell: PivotCell | undefined): number | undefined {
  if (!cell) return undefined
  if (isCount(measure)) return cell.count
  if (cell.value === null || !isDrawable(measure)) return undefined
  return Number(cell.value)
}

/** What a mark on the axis of a chart says, in short. */
export function sayAxis(measure: PivotMeasure, value: number, language: Language): string {
  const isShare = !isCount(measure) && measure.field && valueTypeOf(measure.field).number === 'percent'
  return isShare ? language.percent(value, 2) : compactText(value, language)
}

/** Whether what is worked out are numbers. */
export function isDrawable(measure: PivotMeasure): boolean {
  const edm = measure.field && valueTypeOf(measure.field).edm
  return isCount(measure) || edm === 'Edm.Int64' || edm === 'Edm.Decimal'
}

/** What the whole summary is about. */
export function sayPivot({ rows, columns, measure }: PivotPlan, { t }: Pick<Language, 't'>): string {
  const field = measure.field ? fieldLabel(measure.field, t) : ''
  const unit = measure.field?.pretext ? ` (${measure.field.pretext})` : ''
  const what = t(`records.pivot.value.${measure.field ? measure.function : 'count'}`, { field })
  const said = { measure: isCount(measure) ? what : what + unit, rows: fieldLabel(rows.field, t) }
  return columns
    ? t('records.pivot.titleBoth', { ...said, columns: fieldLabel(columns.field, t) })
    : t('records.pivot.title', said)
}

function isCount({ function: name, field }: PivotMeasure): boolean {
  return name === 'count' || name === 'filled' || !field
}

function sayValue({ function: name }: PivotMeasure, field: Field, value: string, language: Language): string {
  const { edm, number } = valueTypeOf(field)
  if (edm === 'Edm.Date') return language.day(value, 'shortDate')
  if (edm === 'Edm.DateTimeOffset') return language.date(new Date(value), 'shortDateTime')
  if (field.currency) return language.currency(value, field.currency)
  if (number === 'percent') return language.percent(value, name === 'average' ? 2 : 18)
  if (edm === 'Edm.Decimal') return language.number(value, field.scale ?? 2)
  return name === 'average' ? language.number(Math.round(Number(value) * 100) / 100) : language.number(value)
}

function sayPeriod(period: PeriodUnit, key: number, language: Language): string {
  const { t, day } = language
  const { from } = spanOfKey(period, key)
  const year = from.slice(0, 4)
  switch (period) {
    case 'year':
      return year
    case 'quarter':
      return t('records.pivot.quarter', { quarter: (Number(from.slice(5, 7)) + 2) / 3, year })
    case 'month':
      return language.month(from.slice(0, 7), 'short')
    case 'week':
      return t('records.pivot.week', { day: day(from, 'shortDate') })
    case 'day':
      return day(from, 'shortDate')
  }
}
