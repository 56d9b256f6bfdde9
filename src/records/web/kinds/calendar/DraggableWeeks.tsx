import type { ComponentProps } from 'react'
import { DndContext, DragOverlay, type DragEndEvent, type DragOverEvent } from '@dnd-kit/core'
import { useRef, useState } from 'react'
import { useLanguage } from '#language/web/language.tsx'
import { addDays, daysBetween } from '#records/kinds/calendar.ts'
import { EventBar } from '#records/web/kinds/calendar/EventBar.tsx'
import { Weeks } from '#records/web/kinds/calendar/Weeks.tsx'
import { dragOpacity, dragWords, placeUnder, takenOf, useDragSensors } from '#records/web/kinds/drag.ts'
import { recordName, type RecordRow } from '#records/wire.ts'

type DraggableWeeksProps = Omit<ComponentProps<typeof Weeks>, 'onShift'> & {
  readonly onShift: (row: RecordRow, by: number) => void
}

/** The weeks of a calendar, whose records can be taken to other days by pointer or keys. */
export function DraggableWeeks(props: DraggableWeeksProps) {
  const { card, places, colourOf, onShift } = props
  const language = useLanguage()
  const { t } = language
  const [dragged, setDragged] = useState<RecordRow>()
  const grabbed = useRef<string>(undefined)
  const sensors = useDragSensors((current, key) => {
    const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 7, ArrowUp: -7 }[key]
    return by === undefined ? undefined : addDays(current, by)
  })
  const onDragOver = ({ over }: DragOverEvent) => {
    // The day that it was taken at: a long bar need not be taken at its first day.
    if (over && grabbed.current === undefined) grabbed.current = String(over.id)
  }
  const onDragEnd = ({ over }: DragEndEvent) => {
    setDragged(undefined)
    if (dragged && over && grabbed.current !== undefined)
      onShift(dragged, daysBetween(grabbed.current, String(over.id)))
    grabbed.current = undefined
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={placeUnder}
      accessibility={dragWords(
        language,
        () => (dragged ? recordName(dragged, t('records.unnamed')) : ''),
        (day) => language.day(day, 'longDate'),
      )}
      onDragStart={({ active, activatorEvent }) => {
        grabbed.current = activatorEvent instanceof KeyboardEvent ? takenOf(active).place : undefined
        setDragged(takenOf(active).row)
      }}
      onDragMove={onDragOver}
      onDragOver={onDragOver}
      onDragEnd={onDragEnd}
      onDragCancel={() => setDragged(undefined)}
    >
      <Weeks {...props} />
      <DragOverlay dropAnimation={null}>
        {dragged && (
          <div className="max-w-60 cursor-grabbing" style={{ opacity: dragOpacity }}>
            <EventBar {...{ card, places }} row={dragged} colour={colourOf(dragged)} />
          </div>
        )}
      </DragOverlay>
    </DndContext>
  )
}
