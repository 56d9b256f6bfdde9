import { lazy, Suspense, type ComponentProps } from 'react'
import { rowHeightPixels } from '#records/web/grid/gridSettings.ts'
import { RecordsGrid } from '#records/web/grid/RecordsGrid.tsx'
import { viewKindFaces } from '#records/web/kinds/viewKinds.ts'
import { useMedia } from '#records/web/list/useMedia.ts'
import type { Records } from '#records/web/list/useRecordWindow.ts'
import type { ViewState } from '#records/web/list/useViewState.ts'
import { widthsOf } from '#records/web/list/viewColumns.ts'
import type { RecordRow } from '#records/wire.ts'
import { selectionQuery } from '#views/listing.ts'

const RecordsCards = lazy(async () => ({ default: (await import('#records/web/list/RecordsCards.tsx')).RecordsCards }))
const DecoratedGrid = lazy(async () => ({
  default: (await import('#records/web/grid/DecoratedGrid.tsx')).DecoratedGrid,
}))

type Given = 'window' | 'view' | 'listing' | 'onListing' | 'openId' | 'onOpen' | 'dress'
type RecordsBodyProps = Omit<ComponentProps<typeof RecordsGrid>, Given> & {
  readonly state: ViewState
  readonly records: Records
  readonly onOpen: (row: RecordRow) => void
}

/** The records as the view's kind shows them: a kind of its own, the grid, or on a phone cards in place of the grid. */
export function RecordsBody({ state, records, settings, onOpen, ...rest }: RecordsBodyProps) {
  const { table, findLinked, parts, edits } = rest
  const { entity } = table
  const { window, view } = records
  const { listing, plain, content, reader, openId } = state
  const isPhone = useMedia('(width < 700px)')
  const Kind = content.kind === 'grid' ? undefined : viewKindFaces[content.kind].Records
  if (Kind)
    return (
      <Suspense>
        <Kind
          {...{ table, records, findLinked, openId, parts, onOpen }}
          view={content}
          listing={plain}
          selection={selectionQuery(entity, plain)}
          onView={state.change}
          onChanged={edits.refresh}
        />
      </Suspense>
    )
  if (isPhone)
    return (
      <Suspense>
        <RecordsCards {...{ entity, window, view, listing, parts, onOpen }} />
      </Suspense>
    )
  const grid = {
    ...rest,
    window,
    view,
    listing,
    openId,
    onOpen,
    settings: {
      ...settings,
      rowHeight: settings.rowHeight ?? rowHeightPixels[content.rowheight],
      widths: { ...widthsOf(content, entity), ...settings.widths },
    },
    onListing: state.setListing,
  }
  const isDecorated = listing.group !== null || content.colours.length > 0 || content.footer.length > 0
  return (
    <Suspense>
      {isDecorated ? <DecoratedGrid {...grid} {...{ content, plain, reader }} /> : <RecordsGrid {...grid} />}
    </Suspense>
  )
}
