import type { ReactNode, RefObject } from 'react'
import { classes } from '#design/web/theme/classes.ts'

export type TableColumn = {
  readonly id: string
  readonly title: string
  /** The title is read out but not shown. */
  readonly titleHidden?: boolean
  readonly align?: 'start' | 'end'
  /** Such as the widths of screens on which the column is hidden; its cells have the same. */
  readonly className?: string
}

type TableProps = {
  /** Read out before the table. */
  readonly caption: string
  readonly columns: readonly TableColumn[]
  readonly headClassName?: string
  readonly bodyRef?: RefObject<HTMLTableSectionElement | null>
  /** The rows. */
  readonly children: ReactNode
}

/** A plain table of few rows, for what is read and not filled in; its frame is drawn around it. */
export function Table({ caption, columns, headClassName = 'border-b border-line', bodyRef, children }: TableProps) {
  return (
    <table className="w-full text-left">
      <caption className="sr-only">{caption}</caption>
      <thead className={classes('text-label text-muted', headClassName)}>
        <tr>
          {columns.map(({ id, title, titleHidden, align, className }) => (
            <th
              key={id}
              scope="col"
              className={classes('px-3 py-2 font-medium', align === 'end' && 'text-right', className)}
            >
              {titleHidden ? <span className="sr-only">{title}</span> : title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={bodyRef} className="divide-y divide-line">
        {children}
      </tbody>
    </table>
  )
}
