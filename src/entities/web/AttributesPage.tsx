import { useSearch } from '@tanstack/react-router'
import { Plus, Rows3 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Attribute } from '#attributes/attribute.ts'
import { useUndoToast } from '#changes/web/undoToast.ts'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { EmptyState } from '#design/web/feedback/EmptyState.tsx'
import { ResizablePanel } from '#design/web/layout/ResizablePanel.tsx'
import { isOpen } from '#entities/extension.ts'
import type { AttributeUses } from '#entities/attributeUse.ts'
import { useFilled } from '#entities/web/filled.client.ts'
import { AttributeList } from '#entities/web/AttributeList.tsx'
import { AttributePanel } from '#entities/web/AttributePanel.tsx'
import type { ViewsFor } from '#entities/web/properties/RelatedViewSelect.tsx'
import { DeleteDialog } from '#entities/web/DeleteDialog.tsx'
import { useDeleteAttribute } from '#entities/web/entityChanges.client.ts'
import { EntityFrame, type EntityPlace } from '#entities/web/EntityFrame.tsx'
import { useMaker } from '#environments/web/maker.ts'
import { MakerBanner } from '#environments/web/MakerBanner.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { useGo } from '#platform/web/routeParams.ts'

const fresh = 'new'

type Above = {
  readonly viewsFor: ViewsFor
  /** Shows something that knows what uses the attributes of a table; undefined until that is known. */
  readonly withUses: (place: EntityPlace, show: (uses: AttributeUses | undefined) => ReactNode) => ReactNode
}

/** The attributes of a table in their order, and beside them the one that is being looked at or made. */
export function AttributesPage({ viewsFor, withUses }: Above) {
  const { t } = useLanguage()
  return (
    <EntityFrame title={t('entities.tabs.attributes')} actions={newAttribute}>
      {(place) => withUses(place, (uses) => <Attributes key={place.entity.id} {...place} {...{ viewsFor, uses }} />)}
    </EntityFrame>
  )
}

function newAttribute(place: EntityPlace) {
  return <NewAttribute {...place} />
}

function NewAttribute({ environmentId, entity }: EntityPlace) {
  const { t } = useLanguage()
  const go = useGo()
  const isMaker = useMaker(environmentId) === 'maker'
  if (!isMaker || !isOpen(entity)) return null
  return (
    <Button
      kind="primary"
      icon={<Plus aria-hidden />}
      onPress={() => go(`${addressOf({ environmentId, entity })}?attribute=${fresh}`)}
    >
      {t('attributes.new')}
    </Button>
  )
}

type AttributesProps = EntityPlace & Pick<Above, 'viewsFor'> & { readonly uses: AttributeUses | undefined }

function Attributes({ viewsFor, uses, ...place }: AttributesProps) {
  const { environmentId, entity } = place
  const { t } = useLanguage()
  const go = useGo()
  const { attribute: wanted }: { attribute?: unknown } = useSearch({ strict: false })
  const isMaker = useMaker(environmentId) === 'maker'
  const { data: filled } = useFilled(environmentId, entity.id, isMaker)
  const [doomed, setDoomed] = useState<Attribute>()
  const isLocked = !isMaker
  const mayAdd = isMaker && isOpen(entity)
  const address = addressOf(place)
  const open = (id: string) => go(`${address}?attribute=${id}`)
  const close = () => go(address)
  const chosen = entity.attributes.find(({ id }) => id === wanted)
  const isNew = wanted === fresh && mayAdd
  return (
    <div className="flex min-h-0 flex-1">
      <div className="flex min-w-0 flex-1 flex-col gap-4 overflow-auto p-4 sm:p-6">
        <MakerBanner {...place} />
        {entity.managed && (
          <Banner kind="locked">{t(isOpen(entity) ? 'attributes.managedOpen' : 'fault.managed.update')}</Banner>
        )}
        {entity.attributes.length === 0 ? (
          <EmptyState icon={<Rows3 />} text={t('attributes.none')}>
            {mayAdd && (
              <Button kind="primary" onPress={() => open(fresh)}>
                {t('attributes.new')}
              </Button>
            )}
          </EmptyState>
        ) : (
          <AttributeList
            environmentId={environmentId}
            entity={entity}
            chosenId={chosen?.id}
            isLocked={isLocked}
            uses={uses}
            filled={filled}
            onOpen={open}
            onDelete={setDoomed}
          />
        )}
        <p className="text-label text-muted">{t('entities.create.attributesText')}</p>
      </div>
      {(chosen ?? isNew) && (
        <ResizablePanel label={chosen?.name ?? t('attributes.new')} name="attribute" onClose={close}>
          <AttributePanel
            key={chosen?.id ?? fresh}
            {...place}
            viewsFor={viewsFor}
            attribute={chosen}
            isLocked={isLocked || chosen?.managed === true}
            onClose={close}
            onDelete={setDoomed}
          />
        </ResizablePanel>
      )}
      {doomed && (
        <DeleteAttribute
          {...place}
          attribute={doomed}
          onClose={() => setDoomed(undefined)}
          onDeleted={() => {
            setDoomed(undefined)
            if (doomed.id === wanted) close()
          }}
        />
      )}
    </div>
  )
}

type DeleteAttributeProps = EntityPlace & {
  readonly attribute: Attribute
  readonly onClose: () => void
  readonly onDeleted: () => void
}

function DeleteAttribute({ environmentId, entity, attribute, onClose, onDeleted }: DeleteAttributeProps) {
  const { t } = useLanguage()
  const remove = useDeleteAttribute(environmentId, entity.id)
  const undoToast = useUndoToast(environmentId)
  const leave = (changeId: string) => {
    undoToast(t('entities.delete.done', { name: attribute.name }), changeId)
    onDeleted()
  }
  return (
    <DeleteDialog
      environmentId={environmentId}
      title={t('entities.delete.ask', { name: attribute.name })}
      operation={{ kind: 'attribute.delete', id: attribute.id }}
      isPending={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onDelete={() =>
        remove.mutate(attribute.id, {
          onSuccess: ({ change_id }) => leave(change_id),
        })
      }
      onDeletedAlong={leave}
    />
  )
}

function addressOf({ environmentId, entity }: Pick<EntityPlace, 'environmentId' | 'entity'>): string {
  return `/${environmentId}/entity/${entity.id}/attribute`
}
