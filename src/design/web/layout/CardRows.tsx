import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, type ReactNode } from 'react'
import { Skeleton } from '#design/web/feedback/Skeleton.tsx'

export type CardListProps<Row> = {
  readonly label: string
  readonly rowCount: number
  readonly rowAt: (index: number) => Row | undefined
  readonly rowKey: (row: Row) => string
  readonly onRangeNeeded?: (from: number, to: number) => void
  /** What a card shows; it is inside a button when cards can be opened, so nothing in it may be pressed by itself. */
  readonly renderCard: (row: Row) => ReactNode
  readonly onOpen?: (row: Row, index: number) => void
  readonly empty?: ReactNode
  readonly error?: ReactNode
}

/** The cards in sight; loaded apart, as wide screens never draw them. */
export function CardRows<Row>(props: CardListProps<Row>) {
  const { label, rowCount, rowAt, rowKey, onRangeNeeded, renderCard, onOpen, empty, error } = props
  const scroller = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- only this component uses what it returns
  const cards = useVirtualizer({
    count: rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => 88,
    overscan: 6,
  })
  const items = cards.getVirtualItems()
  const [from, to] = [items[0]?.index ?? 0, (items.at(-1)?.index ?? -1) + 1]
  useEffect(() => {
    const isMissing = Array.from({ length: to - from }).some((_, at) => rowAt(from + at) === undefined)
    if (isMissing) onRangeNeeded?.(from, to)
  }, [from, to, rowAt, onRangeNeeded])

  if (error ?? (rowCount === 0 && empty)) return <>{error ?? empty}</>
  return (
    <div ref={scroller} className="size-full overflow-auto overscroll-contain" tabIndex={-1}>
      <ul aria-label={label} className="relative" style={{ height: cards.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const row = rowAt(index)
          return (
            <li
              key={row === undefined ? index : rowKey(row)}
              ref={cards.measureElement}
              data-index={index}
              aria-setsize={rowCount}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0 border-b border-line"
              style={{ transform: `translateY(${start}px)` }}
            >
              {row === undefined ? (
                <div className="flex flex-col gap-2 px-4 py-4">
                  <Skeleton className="w-1/2" />
                  <Skeleton className="w-3/4" />
                </div>
              ) : onOpen ? (
                <button
                  type="button"
                  onClick={() => onOpen(row, index)}
                  className="block w-full px-4 py-3 text-left outline-offset-[-2px] hover:bg-subtle focus-visible:outline-2 focus-visible:outline-brand"
                >
                  {renderCard(row)}
                </button>
              ) : (
                <div className="px-4 py-3">{renderCard(row)}</div>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
