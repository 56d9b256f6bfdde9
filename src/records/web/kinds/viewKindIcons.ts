import { CalendarDays, ChartColumn, Columns3, LayoutGrid, LayoutList, Table2 } from 'lucide-react'
import type { ComponentType } from 'react'
import type { ViewKind } from '#views/view.ts'

export const kindIcons: Readonly<Record<ViewKind, ComponentType<{ size?: number }>>> = {
  grid: Table2,
  board: Columns3,
  calendar: CalendarDays,
  gallery: LayoutGrid,
  pivot: ChartColumn,
  list: LayoutList,
}
