import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { classes } from '#design/web/theme/classes.ts'
import { Loading, Skeleton } from '#design/web/feedback/Skeleton.tsx'
import { cardShape } from '#records/kinds/card.ts'
import { cardStep } from '#records/kinds/cardStep.ts'
import { useRowColour } from '#records/web/grid/useRowColour.ts'
import { RecordLine } from '#records/web/kinds/list/RecordLine.tsx'
import type { ViewKindProps } from '#records/web/kinds/viewKinds.ts'
import type { ViewColour } from '#views/view.ts'
import { useReader } from '#views/web/useReader.ts'

// px: a name with a line of values below it.
const rowHeight = 56

/** The records of a view below each other: each with its name and, on a second line, what the view's card shows. */
export function List({ table, view, listing, records, openId, onOpen, parts }: ViewKindProps) {
  const { envid, entity } = table
  const { rowCount, rowAt, isReady } = records.view
  const colourOf = useRowColour(entity, view.colours, useReader(envid))
  const shape = useMemo(() => cardShape(view, entity, listing.columns), [view, entity, listing.columns])
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const isFocusWanted = useRef(false)
  // oxlint-disable-next-line react/incompatible-library -- only this component uses what it returns
  const rows = useVirtualizer({
    count: rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  })
  const items = rows.getVirtualItems()
  const [from, to] = [items[0]?.index ?? 0, Math.min(rowCount, (items.at(-1)?.index ?? -1) + 1)]
  const { need } = records.window
  useEffect(() => {
    const isMissing = Array.from({ length: Math.max(0, to - from) }).some((_, at) => rowAt(from + at) === undefined)
    if (isMissing) need(from, to)
  }, [from, to, rowAt, need])
  const focused = Math.min(active, Math.max(0, rowCount - 1))
  useEffect(() => {
    if (!isFocusWanted.current) return
    const row = scroller.current?.querySelector<HTMLElement>(`[data-at="${focused}"]`)
    if (!row) return
    isFocusWanted.current = false
    row.focus({ preventScroll: true })
  })

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    // Rows have nothing beside them: the keys to the side lead nowhere.
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') return
    // The row that a key led to may not be drawn yet: Enter is meant for it, not for the row that still has the focus.
    if (event.key === 'Enter' && isFocusWanted.current) {
      event.preventDefault()
      const row = rowAt(focused)
      if (row) onOpen(row)
      return
    }
    const next = cardStep(event.key, focused, { count: rowCount, across: 1 })
    if (next === undefined) return
    event.preventDefault()
    isFocusWanted.current = true
    setActive(next)
    rows.scrollToIndex(next)
  }

  if (parts.error ?? (isReady && rowCount === 0)) return <>{parts.error ?? parts.empty}</>
  return (
    <div ref={scroller} className="size-full overflow-auto overscroll-contain" tabIndex={-1} onKeyDown={onKeyDown}>
      {!isReady && <ListPlaceholder />}
      <div role="list" aria-label={entity.collectionname} className="relative" style={{ height: rows.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const row = rowAt(index)
          const colour = row && colourOf(row)
          const isOpen = row !== undefined && row.id === openId
          return (
            <div
              key={row?.id ?? index}
              ref={rows.measureElement}
              data-index={index}
              role="listitem"
              aria-setsize={rowCount}
              aria-posinset={index + 1}
              className={classes(
                'absolute inset-x-0 top-0 border-b border-line',
                colour && `border-l-4 ${edges[colour]}`,
                isOpen && 'bg-selection',
              )}
              style={{ transform: `translateY(${start}px)` }}
            >
              {row ? (
                <button
                  type="button"
                  data-at={index}
                  tabIndex={index === focused ? 0 : -1}
                  aria-current={isOpen ? 'true' : undefined}
                  onFocus={() => setActive(index)}
                  onClick={() => onOpen(row)}
                  className="focus-ring flex min-h-14 w-full items-center px-4 py-2 text-left -outline-offset-2 hover:bg-subtle"
                >
                  <RecordLine {...{ envid, shape, row }} />
                </button>
              ) : (
                <LinePlaceholder />
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}

function ListPlaceholder() {
  return (
    <Loading>
      {['one', 'two', 'three', 'four', 'five', 'six'].map((key) => (
        <div key={key} className="border-b border-line">
          <LinePlaceholder />
        </div>
      ))}
    </Loading>
  )
}

function LinePlaceholder() {
  return (
    <div className="flex min-h-14 flex-col justify-center gap-2 px-4 py-2">
      <Skeleton className="w-1/3" />
      <Skeleton className="w-1/2" />
    </div>
  )
}

const edges: Record<ViewColour, string> = {
  green: 'border-l-green',
  amber: 'border-l-amber',
  red: 'border-l-red',
  grey: 'border-l-grey',
}
