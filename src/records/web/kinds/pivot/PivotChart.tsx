import { BarChart, LineChart, PieChart } from 'echarts/charts'
import { GridComponent, LegendScrollComponent, TooltipComponent } from 'echarts/components'
import { init, use as useParts } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import { useLanguage } from '#language/web/language.tsx'
import { chartOption, type ChartColours } from '#records/web/kinds/pivot/chartOption.ts'
import type { PivotShown } from '#records/web/kinds/pivot/PivotGrid.tsx'
import type { Chart } from '#views/view.ts'

useParts([BarChart, LineChart, PieChart, GridComponent, LegendScrollComponent, TooltipComponent, CanvasRenderer])

/** A summary as a picture; whoever does not see it has the table with the same numbers below. */
export function PivotChart({
  plan,
  table,
  title,
  opening,
  kind,
}: PivotShown & { readonly kind: Exclude<Chart, 'none'> }) {
  const language = useLanguage()
  const place = useRef<HTMLDivElement>(null)
  const look = useSyncExternalStore(listenToLook, lookNow)
  const open = useEffectEvent((row: number, series: number) => {
    const column = kind === 'pie' ? undefined : table.columns[series]
    opening(table.rows[row], column)?.()
  })
  useEffect(() => {
    const element = place.current
    if (!element) return
    const chart = init(element)
    const isNarrow = element.clientWidth < 500
    chart.setOption(chartOption({ plan, table, kind, language, isNarrow, colours: coloursIn(look) }))
    chart.on('click', ({ dataIndex, seriesIndex }) => open(dataIndex, seriesIndex ?? 0))
    const observer = new ResizeObserver(() => chart.resize())
    observer.observe(element)
    return () => {
      observer.disconnect()
      chart.dispose()
    }
  }, [plan, table, kind, language, look])
  return (
    <div
      ref={place}
      role="img"
      aria-label={language.t('records.pivot.chart.text', { title })}
      className="h-80 w-full shrink-0"
    />
  )
}

const names = ['text', 'muted', 'line', 'raised', 'background', 'brand', 'green', 'amber', 'red', 'grey'] as const

/** The tokens of the present theme, as one text that stays the same while they do. */
function lookNow(): string {
  const style = getComputedStyle(document.documentElement)
  return names.map((name) => style.getPropertyValue(`--${name}`).trim()).join('|')
}

function coloursIn(look: string): ChartColours {
  const [text = '', muted = '', line = '', raised = '', background = '', ...series] = look.split('|')
  return {
    text,
    muted,
    line,
    raised,
    background,
    series,
    font: getComputedStyle(document.body).fontFamily,
  }
}

function listenToLook(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'style'] })
  return () => observer.disconnect()
}
