import {
  KeyboardSensor,
  MouseSensor,
  useSensor,
  useSensors,
  type Active,
  type CollisionDetection,
  type KeyboardCoordinateGetter,
} from '@dnd-kit/core'
import type { DndContextProps } from '@dnd-kit/core'
import type { Language } from '#language/web/language.tsx'
import { HeldTouch, startDistance } from '#records/web/kinds/heldTouch.ts'
import type { RecordRow } from '#records/wire.ts'

/** Specification 9: how much of what is dragged is seen through. */
export const dragOpacity = 0.5

// Inside of what lies there, whatever its borders are.
const inside = 6

/** Mouse, finger and keyboard. Space takes and drops, Escape puts back; Enter opens what is not being moved. */
export function useDragSensors(next: (current: string, key: string) => string | undefined) {
  const coordinateGetter: KeyboardCoordinateGetter = (event, { currentCoordinates, context }) => {
    const place = context.over ? String(context.over.id) : context.active && takenOf(context.active).place
    if (!event.code.startsWith('Arrow')) return undefined
    event.preventDefault()
    const id = place && next(place, event.code)
    const target = id ? context.droppableRects.get(id) : undefined
    return target ? { x: target.left + inside, y: target.top + inside } : currentCoordinates
  }
  return useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: startDistance } }),
    useSensor(HeldTouch),
    useSensor(KeyboardSensor, {
      coordinateGetter,
      scrollBehavior: 'auto',
      keyboardCodes: { start: ['Space'], cancel: ['Escape'], end: ['Space', 'Enter'] },
    }),
  )
}

/** What a draggable thing says of itself: its record, and the place that it is taken from. */
export type DraggedRecord = { readonly row: RecordRow; readonly place: string }

export function takenOf({ data }: Active): DraggedRecord {
  return data.current as DraggedRecord
}

/** The place under the pointer or, with the keyboard, under the corner of what is moved. */
export const placeUnder: CollisionDetection = ({
  pointerCoordinates,
  collisionRect,
  droppableContainers,
  droppableRects,
}) => {
  const { x, y } = pointerCoordinates ?? { x: collisionRect.left + inside, y: collisionRect.top + inside }
  const found = droppableContainers.find(({ id }) => {
    const rect = droppableRects.get(id)
    return rect && x >= rect.left && x < rect.right && y >= rect.top && y < rect.bottom
  })
  return found ? [{ id: found.id }] : []
}

/** What is read out while something is dragged. */
export function dragWords(
  { t }: Pick<Language, 't'>,
  nameOf: (id: string) => string,
  placeOf: (id: string) => string,
): NonNullable<DndContextProps['accessibility']> {
  return {
    screenReaderInstructions: { draggable: t('records.move.how') },
    announcements: {
      onDragStart: ({ active }) => t('records.move.taken', { name: nameOf(String(active.id)) }),
      onDragOver: ({ over }) => (over ? t('records.move.over', { place: placeOf(String(over.id)) }) : undefined),
      onDragEnd: ({ active, over }) =>
        over
          ? t('records.move.dropped', { name: nameOf(String(active.id)), place: placeOf(String(over.id)) })
          : t('records.move.back', { name: nameOf(String(active.id)) }),
      onDragCancel: ({ active }) => t('records.move.back', { name: nameOf(String(active.id)) }),
    },
  }
}
