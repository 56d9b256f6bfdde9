import { lazy, Suspense, useState } from 'react'
import { SegmentedControl } from '#design/web/choice/SegmentedControl.tsx'
import { Skeleton } from '#design/web/feedback/Skeleton.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { sampleSummary } from '#main/web/samples.ts'
import { PivotGrid } from '#records/web/kinds/pivot/PivotGrid.tsx'
import { sayPivot } from '#records/web/kinds/pivot/sayPivot.ts'

const PivotChart = lazy(async () => ({ default: (await import('#records/web/kinds/pivot/PivotChart.tsx')).PivotChart }))

const kinds = ['bar', 'line', 'pie'] as const

/** A summary of sample records in each kind of chart, with its numbers. */
export function SampleCharts() {
  const language = useLanguage()
  const { t } = language
  const [kind, setKind] = useState<(typeof kinds)[number]>('bar')
  const { plan, table } = sampleSummary
  const shown = { plan, table, title: sayPivot(plan, language), opening: () => undefined }
  return (
    <>
      <div className="self-start">
        <SegmentedControl
          label={t('design.guide.charts')}
          segments={kinds.map((id) => ({ id, label: t(`records.pivot.chart.${id}`) }))}
          value={kind}
          onChange={setKind}
        />
      </div>
      <Suspense fallback={<Skeleton className="h-80" />}>
        <PivotChart {...shown} kind={kind} />
      </Suspense>
      <PivotGrid {...shown} />
    </>
  )
}
