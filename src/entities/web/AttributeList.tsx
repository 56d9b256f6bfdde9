import { useRef, useState } from 'react'
import { useReordering } from '#design/web/layout/reordering.ts'
import type { Attribute } from '#attributes/attribute.ts'
import { useUndoToast } from '#changes/web/undoToast.ts'
import { Table } from '#design/web/layout/Table.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import type { AttributeUses } from '#entities/attributeUse.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { movedItem, newPositions } from '#entities/order.ts'
import { AttributeLine } from '#entities/web/AttributeLine.tsx'
import { AttributesBulkBar } from '#entities/web/AttributesBulkBar.tsx'
import { useSaveAttributes } from '#entities/web/entityChanges.client.ts'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'

type AttributeListProps = {
  readonly environmentId: string
  readonly entity: EntityDefinition
  readonly chosenId: string | undefined
  readonly isLocked: boolean
  readonly uses: AttributeUses | undefined
  readonly filled: ReadonlyMap<string, number> | undefined
  readonly onOpen: (id: string) => void
  readonly onDelete: (attribute: Attribute) => void
}

/** Attributes in their order: moved by their handle, by its arrow keys, or by the menu. */
export function AttributeList(props: AttributeListProps) {
  const { environmentId, entity, chosenId, isLocked, uses, filled, onOpen, onDelete } = props
  const { t } = useLanguage()
  const save = useSaveAttributes(environmentId, entity.id)
  const undoToast = useUndoToast(environmentId)
  const body = useRef<HTMLTableSectionElement>(null)
  const [sent, setSent] = useState<readonly Attribute[]>()
  const [said, setSaid] = useState('')
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const attributes = (save.isPending && sent) || entity.attributes
  const tickable = isLocked ? [] : attributes.filter(({ managed }) => !managed)
  const chosen = tickable.filter(({ id }) => ticked.has(id))
  const tick = (id: string, isOn: boolean) =>
    setTicked((before) => new Set([...before].filter((each) => each !== id).concat(isOn ? [id] : [])))

  const move = (from: number, to: number) => {
    const ordered = movedItem(attributes, from, to)
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
  const shown = dragged ? movedItem(attributes, dragged.from, dragged.to) : attributes

  const columns = [
    { id: 'name', title: t('attributes.name'), className: isLocked ? 'pl-10' : 'pl-16' },
    { id: 'uri', title: t('attributes.uri'), className: '@max-3xl:hidden max-md:hidden' },
    { id: 'type', title: t('attributes.typeLabel'), className: 'max-sm:hidden' },
    { id: 'marks', title: t('attributes.marks'), className: '@max-4xl:hidden' },
    { id: 'uses', title: t('attributes.uses.title'), align: 'end', className: '@max-md:hidden' },
    { id: 'filled', title: t('attributes.filled.title'), align: 'end', className: '@max-xl:hidden' },
    { id: 'actions', title: t('attributes.actions'), titleHidden: true, className: 'w-10' },
  ] as const
  return (
    <div className="flex flex-col gap-3">
      {chosen.length > 0 && (
        <AttributesBulkBar
          environmentId={environmentId}
          attributes={chosen}
          most={tickable.length}
          onAll={() => setTicked(new Set(tickable.map(({ id }) => id)))}
          onClear={() => setTicked(new Set())}
        />
      )}
      <div className="@container overflow-x-auto rounded-card border border-line">
        <p role="status" className="sr-only">
          {said}
        </p>
        <Table caption={t('entities.tabs.attributes')} columns={columns} bodyRef={body}>
          {shown.map((attribute, at) => (
            <AttributeLine
              key={attribute.id}
              {...{ environmentId, attribute, at, isLocked, onDelete, onOpen }}
              isFixed={entity.managed}
              uses={uses && (uses.get(attribute.id) ?? [])}
              filled={filled?.get(attribute.id)}
              count={shown.length}
              isTicked={ticked.has(attribute.id)}
              onTick={tick}
              isChosen={attribute.id === chosenId}
              isDragged={dragged?.to === at && dragged.from !== dragged.to}
              handle={handleFor(at)}
              onMove={(to) => move(at, to)}
            />
          ))}
        </Table>
      </div>
    </div>
  )
}
