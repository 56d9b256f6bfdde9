import { useRef, useState } from 'react'
import { useReordering } from '#design/web/reordering.ts'
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
  const [sent, setSent] = useState<readonly Attribute[]>()
  const [said, setSaid] = useState('')
  const attributes = (save.isPending && sent) || entity.attributes

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
  const { dragged, handleFor } = useReordering(body, move)
  const shown = dragged ? moved(attributes, dragged.from, dragged.to) : attributes

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
