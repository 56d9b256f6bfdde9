import type { ComponentProps } from 'react'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { withoutHeadings } from '#records/groupedWindow.ts'
import { RecordsGrid } from '#records/web/grid/RecordsGrid.tsx'
import { useGridDecorations } from '#records/web/grid/useGridDecorations.tsx'
import type { Reader } from '#views/dynamic.ts'
import type { PlainListing } from '#views/listing.ts'
import { mostGroups } from '#views/summary.ts'
import type { ViewContent } from '#views/view.ts'

type DecoratedGridProps = ComponentProps<typeof RecordsGrid> & {
  readonly content: ViewContent
  readonly plain: PlainListing
  readonly reader: Reader
}

/** The grid of a view that groups, colours or sums up its records. */
export function DecoratedGrid({ content, plain, reader, ...grid }: DecoratedGridProps) {
  const { t } = useLanguage()
  const { table, window, view, onSelection } = grid
  const dress = useGridDecorations(table, { window, view }, { listing: plain, content, reader })
  return (
    <div className="flex h-full min-h-0 flex-col">
      {dress.areTooManyGroups && <Banner kind="info">{t('views.group.many', { max: mostGroups })}</Banner>}
      <div className="min-h-0 flex-1">
        <RecordsGrid
          {...grid}
          {...dress.records}
          dress={dress}
          onSelection={(next) => onSelection(withoutHeadings(next))}
        />
      </div>
    </div>
  )
}
