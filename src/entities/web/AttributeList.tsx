import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import type { Attribute } from '#attributes/attribute.ts'
import { useUndoToast } from '#changes/web/undoToast.ts'
import { Table } from '#design/web/Table.tsx'
import { toast } from '#design/web/toast.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { moved, newPositions } from '#entities/order.ts'
import { AttributeLine } from '#entities/web/AttributeLine.tsx'
import { useSaveAttributes } from '#entities/web/entityChanges.client.ts'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'

type AttributeListProps = {
  readonly environmentId: string
  readonly entity: EntityDefinition
  readonly chosenId: string | undefined
  readonly isLocked: boolean
  readonly onOpen: (id: string) => void
  readonly onDelete: (attribute: Attribute) => void
}

/** Attributes in their order: moved by their handle, by its arrow keys, or by the menu. */
export function AttributeList({ environmentId, entity, chosenId, isLocked, onOpen, onDelete }: AttributeListProps) {
  const { t } = useLanguage()
  const save = useSaveAttributes(environmentId, entity.id)
  const undoToast = useUndoToast(environmentId)
  const body = useRef<HTMLTableSectionElement>(null)
  const [dragged, setDragged] = useState<{ readonly from: number; readonly to: number }>()
  const [sent, setSent] = useState<readonly Attribute[]>()
  const [said, setSaid] = useState('')
  const attributes = (save.isPending && sent) || entity.attributes
  const shown = dragged ? moved(attributes, dragged.from, dragged.to) : attributes

  const move = (from: number, to: number) => {
    const ordered = moved(attributes, from, to)
    const value = newPositions(ordered.map(({ id, version, position }) => ({ id, version, position })))
    const [name, position] = [attributes[from]?.name ?? '', to + 1]
    if (value.length === 0 || save.isPending) return
    setSent(ordered)
    setSaid(t('attributes.moved', { name, position }))
    save.mutate(value, {
      onSuccess: ({ change_id }) => undoToast(t('attributes.moved', { name, position }), change_id),
      onError: (error) => toast({ kind: 'failed', text: sayFault(t, error).text }),
    })
  }
  const handleFor = (at: number) => ({
    onKeyDown: (event: KeyboardEvent) => {
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
      if (by === undefined) return
      event.preventDefault()
      move(at, at + by)
    },
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      setDragged({ from: at, to: at })
    },
    onPointerMove: ({ clientY }: PointerEvent) => {
      if (dragged) setDragged({ from: dragged.from, to: lineAt(body.current, clientY, dragged.to) })
    },
    onPointerUp: () => {
      if (dragged) move(dragged.from, dragged.to)
      setDragged(undefined)
    },
    onPointerCancel: () => setDragged(undefined),
  })

  const columns = [
    { id: 'name', title: t('attributes.name'), className: 'pl-10' },
    { id: 'uri', title: t('attributes.uri'), className: 'max-md:hidden' },
    { id: 'type', title: t('attributes.typeLabel'), className: 'max-sm:hidden' },
    { id: 'marks', title: t('attributes.marks'), className: 'max-lg:hidden' },
    { id: 'actions', title: t('attributes.actions'), titleHidden: true, className: 'w-10' },
  ]
  return (
    <div className="overflow-x-auto rounded-card border border-line">
      <p role="status" className="sr-only">
        {said}
      </p>
      <Table caption={t('entities.tabs.attributes')} columns={columns} bodyRef={body}>
        {shown.map((attribute, at) => (
          <AttributeLine
            key={attribute.id}
            {...{ attribute, at, isLocked, onDelete, onOpen }}
            count={shown.length}
            isChosen={attribute.id === chosenId}
            isDragged={dragged?.to === at && dragged.from !== dragged.to}
            handle={handleFor(at)}
            onMove={(to) => move(at, to)}
          />
        ))}
      </Table>
    </div>
  )
}

/** The line that a height on the screen belongs to. */
function lineAt(body: HTMLElement | null, y: number, current: number): number {
  const lines = [...(body?.children ?? [])].map((line) => line.getBoundingClientRect())
  const found = lines.findIndex(({ top, bottom }) => y >= top && y < bottom)
  if (found >= 0) return found
  const [first] = lines
  return first && y < first.top ? 0 : lines.length > 0 && y > (lines.at(-1)?.bottom ?? 0) ? lines.length - 1 : current
}
