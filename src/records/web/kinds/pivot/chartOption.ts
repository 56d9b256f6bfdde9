import type { EChartsCoreOption } from 'echarts/core'
import type { Language } from '#language/web/language.tsx'
import { pivotNumber, sayAxis, sayCell, sayHead } from '#records/web/kinds/pivot/sayPivot.ts'
import type { PivotAxis, PivotPlan } from '#views/pivot.ts'
import type { PivotCell, PivotHead, PivotTable } from '#views/pivotTable.ts'
import type { Chart } from '#views/view.ts'

/** The tokens that a chart is drawn with; `series` are told apart. */
export type ChartColours = {
  readonly text: string
  readonly muted: string
  readonly line: string
  readonly raised: string
  readonly background: string
  readonly series: readonly string[]
  readonly font: string
}

type Drawn = {
  readonly plan: PivotPlan
  readonly table: PivotTable
  readonly kind: Exclude<Chart, 'none'>
  readonly language: Language
  readonly colours: ChartColours
  readonly isNarrow: boolean
}

/** What the chart library is told of a summary. */
export function chartOption(drawn: Drawn): EChartsCoreOption {
  const { colours } = drawn
  return {
    animation: false,
    backgroundColor: 'transparent',
    textStyle: { fontFamily: colours.font, fontSize: 12, color: colours.text },
    ...(drawn.kind === 'pie' ? pie(drawn) : lines(drawn)),
  }
}

function lines({ plan, table, kind, language, colours, isNarrow }: Drawn): EChartsCoreOption {
  const { measure, columns } = plan
  const type = kind === 'line' ? 'line' : 'bar'
  const series = (name: string, color: string, cellOf: (row: PivotHead) => PivotCell | undefined) => ({
    type,
    name,
    color,
    data: table.rows.map((row) => pivotNumber(measure, cellOf(row)) ?? null),
    tooltip: { valueFormatter: (_value: unknown, at: number) => said(table.rows[at] && cellOf(table.rows[at])) },
    // A row that no count stands for has none: the line goes down to it instead of leaping over.
    ...(type === 'line' ? { connectNulls: true, symbolSize: 6 } : { barMaxWidth: 40 }),
  })
  const said = (cell: PivotCell | undefined) => sayCell(measure, cell, language) ?? '–'
  const all = columns
    ? table.columns.map((head, at) =>
        series(sayHead(columns, head, language), colourOf(columns, head, at, colours), (row) =>
          table.cell(row.key, head.key),
        ),
      )
    : [series(sayHeadings(plan, language), colours.series[0] ?? colours.text, (row) => table.rowTotal(row.key))]
  const axis = { axisLine: { lineStyle: { color: colours.line } }, axisTick: { show: false } }
  return {
    grid: { left: 8, right: 16, top: columns ? 40 : 16, bottom: 8, containLabel: true },
    tooltip: { trigger: 'axis', ...tooltip(colours) },
    ...(columns ? { legend: legend(colours) } : {}),
    xAxis: {
      type: 'category',
      data: table.rows.map((row) => sayHead(plan.rows, row, language)),
      axisLabel: {
        color: colours.muted,
        hideOverlap: true,
        width: isNarrow ? 72 : 120,
        overflow: 'truncate',
        // The library computes with the whole text of a label: few are all shown, cut as they are.
        interval: table.rows.length <= (isNarrow ? 4 : 10) ? 0 : 'auto',
      },
      ...axis,
    },
    yAxis: {
      type: 'value',
      axisLabel: { color: colours.muted, formatter: (value: number) => sayAxis(measure, value, language) },
      splitLine: { lineStyle: { color: colours.line } },
    },
    series: all,
  }
}

function pie({ plan, table, language, colours, isNarrow }: Drawn): EChartsCoreOption {
  const { measure, rows } = plan
  return {
    tooltip: { trigger: 'item', ...tooltip(colours) },
    legend: legend(colours),
    series: [
      {
        type: 'pie',
        radius: ['38%', isNarrow ? '60%' : '72%'],
        center: ['50%', '56%'],
        itemStyle: { borderColor: colours.background, borderWidth: 2 },
        label: isNarrow ? { show: false } : { color: colours.text },
        labelLine: { show: !isNarrow, lineStyle: { color: colours.line } },
        tooltip: {
          valueFormatter: (_value: unknown, at: number) =>
            sayCell(measure, table.rowTotal(table.rows[at]?.key ?? ''), language) ?? '–',
        },
        // A part of a whole is never less than nothing.
        data: table.rows.map((row, at) => ({
          name: sayHead(rows, row, language),
          value: Math.max(0, pivotNumber(measure, table.rowTotal(row.key)) ?? 0),
          itemStyle: { color: colourOf(rows, row, at, colours) },
        })),
      },
    ],
  }
}

// The words of a tooltip are drawn with the picture: no markup is made of what people typed.
function tooltip({ raised, line, text }: ChartColours) {
  return {
    renderMode: 'richText',
    confine: true,
    backgroundColor: raised,
    borderColor: line,
    textStyle: { color: text, fontSize: 12 },
  }
}

function legend({ text, muted }: ChartColours) {
  const pages = { pageIconColor: text, pageIconInactiveColor: muted, pageTextStyle: { color: muted } }
  return { type: 'scroll', top: 4, itemWidth: 12, itemHeight: 12, textStyle: { color: text }, ...pages }
}

function sayHeadings({ rows }: PivotPlan, { t }: Language): string {
  return 'label' in rows.field ? t(rows.field.label) : rows.field.name
}

/** The maker's colour of a choice; else the next of ours, paler with each time around. */
function colourOf({ field }: PivotAxis, { value }: PivotHead, at: number, { series, muted }: ChartColours): string {
  if (value === null) return muted
  const chosen = field.options.find((each) => each.value === value)?.color
  if (chosen) return chosen
  const shade = ['', 'a6', '66'][Math.floor(at / series.length) % 3] ?? ''
  return `${series[at % series.length] ?? muted}${shade}`
}
