import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { classes } from '#design/web/theme/classes.ts'
import { Loading, Skeleton } from '#design/web/feedback/Skeleton.tsx'
import { cardShape } from '#records/kinds/card.ts'
import { cardStep } from '#records/kinds/cardStep.ts'
import { RecordCard } from '#records/web/kinds/RecordCard.tsx'
import { useRowColour } from '#records/web/grid/useRowColour.ts'
import type { ViewKindProps } from '#records/web/kinds/viewKinds.ts'
import type { ViewColour } from '#views/view.ts'
import { useReader } from '#views/web/useReader.ts'

// px: a card is no narrower than this where there is room for more than one.
const narrowest = 260
const gap = 12

/** The records of a view as cards, as many beside each other as there is room for. */
export function Gallery({ table, view, listing, records, openId, onOpen, parts }: ViewKindProps) {
  const { envid, entity } = table
  const { rowCount, rowAt, isReady } = records.view
  const colourOf = useRowColour(entity, view.colours, useReader(envid))
  const shape = useMemo(() => cardShape(view, entity, listing.columns), [view, entity, listing.columns])
  const scroller = useRef<HTMLDivElement>(null)
  const across = useCardsAcross(scroller)
  const [active, setActive] = useState(0)
  const isFocusWanted = useRef(false)
  // oxlint-disable-next-line react/incompatible-library -- only this component uses what it returns
  const lines = useVirtualizer({
    count: Math.ceil(rowCount / across),
    getScrollElement: () => scroller.current,
    estimateSize: () => (shape.image ? 150 : 34) + shape.fields.length * 20 + gap,
    overscan: 3,
  })
  const items = lines.getVirtualItems()
  const [from, to] = [(items[0]?.index ?? 0) * across, Math.min(rowCount, ((items.at(-1)?.index ?? -1) + 1) * across)]
  const { need } = records.window
  useEffect(() => {
    const isMissing = Array.from({ length: Math.max(0, to - from) }).some((_, at) => rowAt(from + at) === undefined)
    if (isMissing) need(from, to)
  }, [from, to, rowAt, need])
  const focused = Math.min(active, Math.max(0, rowCount - 1))
  useEffect(() => {
    if (!isFocusWanted.current) return
    const card = scroller.current?.querySelector<HTMLElement>(`[data-at="${focused}"]`)
    if (!card) return
    isFocusWanted.current = false
    card.focus({ preventScroll: true })
  })

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const next = cardStep(event.key, focused, { count: rowCount, across })
    if (next === undefined) return
    event.preventDefault()
    isFocusWanted.current = true
    setActive(next)
    lines.scrollToIndex(Math.floor(next / across))
  }

  if (parts.error ?? (isReady && rowCount === 0)) return <>{parts.error ?? parts.empty}</>
  return (
    <div ref={scroller} className="size-full overflow-auto overscroll-contain p-3" tabIndex={-1} onKeyDown={onKeyDown}>
      {!isReady && <GalleryBones across={across} />}
      <div role="list" aria-label={entity.collectionname} className="relative" style={{ height: lines.getTotalSize() }}>
        {items.map(({ index: line, start }) => (
          <div
            key={line}
            ref={lines.measureElement}
            data-index={line}
            role="presentation"
            className="absolute inset-x-0 top-0 grid gap-3 pb-3"
            style={{ transform: `translateY(${start}px)`, gridTemplateColumns: `repeat(${across}, minmax(0, 1fr))` }}
          >
            {Array.from({ length: Math.min(across, rowCount - line * across) }, (_, at) => {
              const index = line * across + at
              const row = rowAt(index)
              const colour = row && colourOf(row)
              const isOpen = row !== undefined && row.id === openId
              return (
                <div
                  key={row?.id ?? index}
                  role="listitem"
                  aria-setsize={rowCount}
                  aria-posinset={index + 1}
                  className={classes(
                    'min-w-0 rounded-card border border-line bg-raised',
                    colour && `border-l-4 ${edges[colour]}`,
                    isOpen && 'bg-selection ring-2 ring-brand',
                  )}
                >
                  {row ? (
                    <button
                      type="button"
                      data-at={index}
                      tabIndex={index === focused ? 0 : -1}
                      aria-current={isOpen ? 'true' : undefined}
                      onFocus={() => setActive(index)}
                      onClick={() => onOpen(row)}
                      className="focus-ring flex size-full flex-col rounded-card p-3 text-left hover:bg-subtle"
                    >
                      <RecordCard {...{ envid, shape, row }} />
                    </button>
                  ) : (
                    <CardBones />
                  )}
                </div>
              )
            })}
          </div>
        ))}
      </div>
    </div>
  )
}

function GalleryBones({ across }: { across: number }) {
  return (
    <Loading>
      <div className="grid gap-3" style={{ gridTemplateColumns: `repeat(${across}, minmax(0, 1fr))` }}>
        {Array.from({ length: across * 2 }, (_, at) => (
          <div key={at} className="rounded-card border border-line bg-raised">
            <CardBones />
          </div>
        ))}
      </div>
    </Loading>
  )
}

function CardBones() {
  return (
    <div className="flex h-full min-h-20 flex-col gap-2 p-3">
      <Skeleton className="w-2/3" />
      <Skeleton className="w-1/2" />
    </div>
  )
}

/** How many cards have room beside each other. */
function useCardsAcross(scroller: { readonly current: HTMLDivElement | null }): number {
  const [across, setAcross] = useState(1)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const measure = () => setAcross(Math.max(1, Math.floor((element.clientWidth - gap) / (narrowest + gap))))
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  })
  return across
}

const edges: Record<ViewColour, string> = {
  green: 'border-l-green',
  amber: 'border-l-amber',
  red: 'border-l-red',
  grey: 'border-l-grey',
}
