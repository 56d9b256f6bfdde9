import { ChartColumn } from 'lucide-react'
import { lazy, Suspense, useMemo } from 'react'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { EmptyState } from '#design/web/feedback/EmptyState.tsx'
import { ErrorState } from '#design/web/feedback/ErrorState.tsx'
import { Loading, Skeleton } from '#design/web/feedback/Skeleton.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'
import { useSummary } from '#records/web/kinds/pivot/pivot.client.ts'
import { PivotGrid } from '#records/web/kinds/pivot/PivotGrid.tsx'
import { isDrawable, sayPivot } from '#records/web/kinds/pivot/sayPivot.ts'
import type { ViewKindProps } from '#records/web/kinds/viewKinds.ts'
import { mostPivotCells, pivotPlan, type PivotPlan } from '#views/pivot.ts'
import { cellConditions, type PivotHead } from '#views/pivotTable.ts'
import { narrowed } from '#views/view.ts'
import { useReader } from '#views/web/useReader.ts'

const PivotChart = lazy(async () => ({ default: (await import('#records/web/kinds/pivot/PivotChart.tsx')).PivotChart }))

/** The records of a view summed up: a table of values, a chart of it, and the way to the records behind each. */
export function Pivot(props: ViewKindProps) {
  const { t } = useLanguage()
  const { entity } = props.table
  const plan = useMemo(() => pivotPlan(props.view.pivot, entity), [props.view.pivot, entity])
  if (!plan) return <EmptyState icon={<ChartColumn />} text={t('records.pivot.choose')} />
  return <Summary {...props} plan={plan} />
}

function Summary({ table, view, listing, plan, parts, onView }: ViewKindProps & { readonly plan: PivotPlan }) {
  const language = useLanguage()
  const { t } = language
  const reader = useReader(table.envid)
  const summary = useSummary(table, plan, listing, reader)
  const chart = view.pivot?.chart ?? 'none'

  if (summary.error) return <ErrorState {...sayFault(t, summary.error)} onRetry={summary.retry} />
  if (!summary.table) {
    return (
      <Loading>
        <Bones />
      </Loading>
    )
  }
  if (summary.table === 'tooMany') {
    return (
      <div className="p-4">
        <Banner kind="info">
          <p className="font-medium">{t('records.pivot.tooMany.title', { max: mostPivotCells })}</p>
          <p>{t('records.pivot.tooMany.text')}</p>
        </Banner>
      </div>
    )
  }
  if (summary.table.total.count === 0) return <>{parts.empty}</>

  const opening = (row: PivotHead | undefined, column: PivotHead | undefined) => {
    const conditions = cellConditions(plan, { row, column }, reader.timeZone)
    return conditions && (() => onView({ kind: 'grid', filter: narrowed(view.filter, conditions) }))
  }
  const title = sayPivot(plan, language)
  const shown = { plan, table: summary.table, title, opening }
  return (
    <div className="flex h-full flex-col gap-4 overflow-auto p-4">
      <h2 className="font-semibold">{title}</h2>
      {chart !== 'none' && isDrawable(plan.measure) && (
        <Suspense
          fallback={<div className="h-80 shrink-0" aria-busy="true" aria-label={t('records.pivot.chart.loading')} />}
        >
          <PivotChart {...shown} kind={chart} />
        </Suspense>
      )}
      <PivotGrid {...shown} />
    </div>
  )
}

function Bones() {
  return (
    <div className="flex flex-col gap-4 p-4">
      {[1, 2, 3, 4, 5].map((line) => (
        <Skeleton key={line} className="h-6" />
      ))}
    </div>
  )
}
