import { useDroppable } from '@dnd-kit/core'
import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Field } from '#attributes/attribute.ts'
import { optionMark } from '#attributes/web/optionLine.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { ErrorState } from '#design/web/feedback/ErrorState.tsx'
import { IconButton } from '#design/web/button/IconButton.tsx'
import { Skeleton } from '#design/web/feedback/Skeleton.tsx'
import { classes } from '#design/web/theme/classes.ts'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'
import { laneKey, type Lane } from '#records/kinds/board.ts'
import type { CardShape } from '#records/kinds/card.ts'
import { withMoved, type MovedRecords } from '#records/recordMove.ts'
import { BoardCard } from '#records/web/kinds/board/BoardCard.tsx'
import { useLaneCards } from '#records/web/kinds/board/board.client.ts'
import type { RecordsTable } from '#records/web/records.client.ts'
import type { RecordRow } from '#records/wire.ts'
import type { PlainListing } from '#views/listing.ts'
import type { ViewColour } from '#views/view.ts'

type BoardLaneProps = {
  readonly table: RecordsTable
  readonly field: Field
  readonly listing: PlainListing
  readonly lane: Lane
  readonly lanes: readonly Lane[]
  readonly count: number
  readonly columns: { readonly shown: readonly string[]; readonly unseen: readonly string[] }
  readonly card: CardShape
  readonly moved: MovedRecords
  readonly belongs: (row: RecordRow) => boolean
  readonly colourOf: (row: RecordRow) => ViewColour | undefined
  readonly canMove: boolean
  /** What is dragged cannot be brought here. */
  readonly isShut: boolean
  readonly openId: string | undefined
  readonly onOpen: (row: RecordRow) => void
  readonly onBring: (row: RecordRow, lane: Lane) => void
  /** Makes a record with the lane's value; undefined where that is not possible. */
  readonly onNew: (() => void) | undefined
}

/** A lane of a board: its value, how many records have it, and the cards of those loaded so far. */
export function BoardLane(props: BoardLaneProps) {
  const { table, field, listing, lane, lanes, count, columns, card, moved, belongs, colourOf, canMove, isShut } = props
  const { openId, onOpen, onBring, onNew } = props
  const { t, number } = useLanguage()
  const { setNodeRef, isOver } = useDroppable({ id: laneKey(lane.value) })
  const section = useRef<HTMLElement>(null)
  const isSeen = useSeen(section)
  const isWanted = isSeen && lane.count > 0
  const pages = useLaneCards(table, { field, value: lane.value, isWanted }, listing, columns)
  const loaded = pages.data?.pages.flatMap(({ value }) => value) ?? []
  const rows = withMoved(loaded, moved, belongs)
  return (
    <section
      ref={(node) => {
        section.current = node
        setNodeRef(node)
      }}
      aria-label={t('records.board.lane', { lane: lane.label, count })}
      className={classes(
        'flex max-h-full w-72 shrink-0 flex-col rounded-card bg-subtle outline-2 outline-transparent max-sm:snap-center',
        // On a phone the lanes behind an empty one are seen too.
        count > 0 ? 'max-sm:w-[85vw]' : 'max-sm:w-44',
        isOver && !isShut && 'outline-brand',
        isShut && 'opacity-50',
      )}
    >
      <header className="flex min-h-10 items-center gap-2 py-1 pr-1.5 pl-3">
        {optionMark(lane)}
        <h2 className={classes('min-w-0 truncate font-semibold', lane.value === null && 'text-muted')}>{lane.label}</h2>
        <span className="flex-1 text-muted tabular-nums">{number(count)}</span>
        {onNew && <IconButton label={t('records.board.new', { lane: lane.label })} icon={<Plus />} onPress={onNew} />}
      </header>
      <ul className="flex min-h-16 flex-1 flex-col gap-2 overflow-y-auto overscroll-y-contain px-2 pb-2">
        {rows.map((row) => (
          <BoardCard
            key={row.id}
            {...{ row, card, lane, lanes, canMove, onOpen, onBring }}
            envid={table.envid}
            colour={colourOf(row)}
            isOpened={row.id === openId}
          />
        ))}
        {pages.isLoading && rows.length === 0 && (
          <li aria-busy="true" className="flex flex-col gap-2 p-2">
            <Skeleton className="h-14" />
            <Skeleton className="h-14" />
          </li>
        )}
        {pages.error && (
          <li>
            <ErrorState {...sayFault(t, pages.error)} onRetry={() => void pages.refetch()} />
          </li>
        )}
        {pages.hasNextPage && (
          <li className="flex">
            <Button
              kind="quiet"
              className="flex-1"
              isPending={pages.isFetchingNextPage}
              onPress={() => void pages.fetchNextPage()}
            >
              {t('records.board.more', { count: Math.max(1, count - rows.length) })}
            </Button>
          </li>
        )}
      </ul>
    </section>
  )
}

/** Whether an element has been in sight, or close to it: lanes that nobody scrolls to ask for no cards. */
function useSeen(element: { readonly current: HTMLElement | null }): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (isSeen || !element.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
      },
      { rootMargin: '0px 400px' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, isSeen])
  return isSeen
}
