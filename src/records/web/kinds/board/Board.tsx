import { useLaneMoves } from '#records/web/kinds/board/useLaneMoves.ts'
import { DndContext, DragOverlay, type DragEndEvent } from '@dnd-kit/core'
import { Columns3 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { columnOf } from '#attributes/attribute.ts'
import { EmptyState } from '#design/web/feedback/EmptyState.tsx'
import { ErrorState } from '#design/web/feedback/ErrorState.tsx'
import { Loading, Skeleton } from '#design/web/feedback/Skeleton.tsx'
import { classes } from '#design/web/theme/classes.ts'
import { useLanguage } from '#language/web/language.tsx'
import { useGo } from '#platform/web/routeParams.ts'
import { sayFault } from '#platform/web/sayFault.ts'
import { hindrance, laneKey, laneOf, parentOf } from '#records/kinds/board.ts'
import { cardColumns, cardShape } from '#records/kinds/card.ts'
import { movedBy } from '#records/recordMove.ts'
import { newRecordAddress } from '#records/newRecordAddress.ts'
import { isEditable } from '#records/web/grid/gridColumns.tsx'
import { BoardLane } from '#records/web/kinds/board/BoardLane.tsx'
import { useLanes } from '#records/web/kinds/board/board.client.ts'
import { dragOpacity, dragWords, placeUnder, takenOf, useDragSensors } from '#records/web/kinds/drag.ts'
import { RecordCard } from '#records/web/kinds/RecordCard.tsx'
import { useMoves } from '#records/web/kinds/useMoves.tsx'
import { useRowColour } from '#records/web/grid/useRowColour.ts'
import type { ViewKindProps } from '#records/web/kinds/viewKinds.ts'
import { recordName, type RecordRow } from '#records/wire.ts'
import { isLane } from '#views/capability.ts'
import { colouringFields } from '#views/view.ts'
import { fieldNamed } from '#views/viewListing.ts'
import { useReader } from '#views/web/useReader.ts'

/** The records of a view as cards in lanes, one lane for each value of a field. */
export function Board(props: ViewKindProps) {
  const { t } = useLanguage()
  const field = fieldNamed(props.table.entity, props.view.board?.attribute)
  if (!field || !isLane(field)) return <EmptyState icon={<Columns3 />} text={t('records.board.choose')} />
  return <Lanes key={field.id} {...props} field={field} />
}

type LanesProps = ViewKindProps & { readonly field: NonNullable<ReturnType<typeof fieldNamed>> }

function Lanes(props: LanesProps) {
  const { table, view, listing, findLinked, openId, onOpen, parts, records, field } = props
  const { envid, entity } = table
  const language = useLanguage()
  const { t } = language
  const go = useGo()
  const [dragged, setDragged] = useState<RecordRow>()
  const { lanes, error, retry } = useLanes(table, field, view.board?.lanes ?? noLanes, listing, findLinked)
  const { moved, move, dialog } = useMoves(table, openId)
  const colourOf = useRowColour(entity, view.colours, useReader(envid))
  const sensors = useDragSensors((current, key) => {
    const at = lanes?.findIndex(({ value }) => laneKey(value) === current) ?? -1
    const next = lanes?.[at + (key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0)]
    return next && laneKey(next.value)
  })
  const { card, columns } = useBoardCards(props)
  const canMove = isEditable(entity, field)
  const bring = useLaneMoves(table, field, move)

  if (error && !lanes) return <ErrorState {...sayFault(t, error)} onRetry={retry} />
  if (!lanes) {
    return (
      <Loading>
        <Bones />
      </Loading>
    )
  }
  if (
    lanes.every(({ count }) => count === 0) &&
    records.view.isReady &&
    records.view.rowCount === 0 &&
    moved.size === 0
  )
    return <>{parts.empty}</>

  const laneNamed = (key: string) => lanes.find(({ value }) => laneKey(value) === key)
  const onDragEnd = ({ over }: DragEndEvent) => {
    setDragged(undefined)
    const lane = over && laneNamed(String(over.id))
    if (dragged && lane) bring(dragged, lane)
  }
  const nameOfDragged = () => (dragged ? recordName(dragged, t('records.unnamed')) : '')

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={placeUnder}
      accessibility={dragWords(language, nameOfDragged, (key) => laneNamed(key)?.label ?? '')}
      onDragStart={({ active }) => setDragged(takenOf(active).row)}
      onDragEnd={onDragEnd}
      onDragCancel={() => setDragged(undefined)}
    >
      <div
        className={classes(
          'flex h-full gap-3 overflow-x-auto overscroll-x-contain p-3',
          !dragged && 'max-sm:snap-x max-sm:snap-mandatory',
        )}
      >
        {lanes.map((lane) => {
          const belongs = (row: RecordRow) => laneOf(row, field) === lane.value
          const against = dragged && !belongs(dragged) && hindrance(dragged, lane, field, entity.fields)
          return (
            <BoardLane
              key={laneKey(lane.value)}
              {...{
                table,
                field,
                listing,
                lane,
                lanes,
                columns,
                card,
                moved,
                belongs,
                openId,
                onOpen,
                colourOf,
                canMove,
              }}
              count={lane.count + movedBy(moved, belongs)}
              isShut={against !== undefined && against !== false}
              onBring={bring}
              onNew={
                entity.editable && lane.isOpen && !field.readonly
                  ? () => go(newRecordAddress({ envid, entityId: entity.id }, field, lane.value))
                  : undefined
              }
            />
          )
        })}
      </div>
      <DragOverlay dropAnimation={null}>{dragged && <DraggedCard {...{ envid, card }} row={dragged} />}</DragOverlay>
      {dialog}
    </DndContext>
  )
}

/** What the cards of a board show, and the columns that are read for it. */
function useBoardCards({ table: { entity }, view, listing, field }: LanesProps) {
  const parent = parentOf(field, entity.fields)
  return useMemo(() => {
    const shape = cardShape(view, entity, listing.columns, [field])
    const unseen = [...colouringFields(view)].flatMap((id) => fieldNamed(entity, id) ?? [])
    return {
      card: shape,
      columns: { shown: cardColumns(shape), unseen: [...unseen, ...(parent ? [parent] : [])].map(columnOf) },
    }
  }, [view, entity, listing.columns, field, parent])
}

type DraggedCardProps = {
  readonly envid: string
  readonly card: ReturnType<typeof cardShape>
  readonly row: RecordRow
}

function DraggedCard({ envid, card, row }: DraggedCardProps) {
  return (
    <div
      className="cursor-grabbing rounded-control border border-line bg-raised p-2.5 shadow-float"
      style={{ opacity: dragOpacity }}
    >
      <RecordCard {...{ envid }} shape={card} row={row} />
    </div>
  )
}

function Bones() {
  return (
    <div className="flex gap-3 p-3">
      {[3, 2, 4].map((cards) => (
        <div key={cards} className="flex w-72 flex-col gap-3 rounded-card bg-subtle p-3">
          {Array.from({ length: cards }, (_, at) => (
            <Skeleton key={at} className="h-16" />
          ))}
        </div>
      ))}
    </div>
  )
}

const noLanes: readonly string[] = []
