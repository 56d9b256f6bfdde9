import { X } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { attributeOf, type Attribute, type AttributeDraft } from '#attributes/attribute.ts'
import { neutralProperties } from '#attributes/properties.ts'
import { attributeTypes, type AttributeTypeName } from '#attributes/types.ts'
import { useApplyChange } from '#changes/web/changes.client.ts'
import { useUndoToast } from '#changes/web/undoToast.ts'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { FormErrors } from '#design/web/fields/FormErrors.tsx'
import { IconButton } from '#design/web/button/IconButton.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import { changedProperties } from '#entities/merge.ts'
import {
  newRelationshipProblems,
  newRelationshipSteps,
  otherEnd,
  plainRelationship,
} from '#entities/newRelationship.ts'
import { createAttribute } from '#entities/operations/createAttribute.ts'
import { updateAttribute } from '#entities/operations/updateAttribute.ts'
import { operationProblems } from '#entities/problems.ts'
import { AttributeBasics } from '#entities/web/AttributeBasics.tsx'
import { AttributePreview } from '#entities/web/AttributePreview.tsx'
import { AttributeProperties } from '#entities/web/AttributeProperties.tsx'
import { useCreateAttribute, useUpdateAttribute } from '#entities/web/entityChanges.client.ts'
import type { EntityPlace } from '#entities/web/EntityFrame.tsx'
import { NewRelationshipFields } from '#entities/web/NewRelationshipFields.tsx'
import type { ViewsFor } from '#entities/web/properties/RelatedViewSelect.tsx'
import { RelationshipEditor } from '#entities/web/RelationshipEditor.tsx'
import { StaleDialog } from '#entities/web/StaleDialog.tsx'
import { useProblems } from '#entities/web/useProblems.ts'
import { useStaleSave } from '#entities/web/useStaleSave.ts'
import type { TextKey } from '#language/translate.ts'
import { useLanguage } from '#language/web/language.tsx'
import { ApiFault } from '#platform/web/apiFault.ts'
import { useUnsavedWork } from '#platform/web/unsavedWork.ts'

type AttributePanelProps = EntityPlace & {
  /** Undefined: a new one. */
  readonly attribute: Attribute | undefined
  readonly isLocked: boolean
  readonly viewsFor: ViewsFor
  readonly onClose: () => void
  readonly onDelete: (attribute: Attribute) => void
}

const newId = () => crypto.randomUUID()

/** Makes an attribute or changes one: the properties of its type, and what its input will look like. */
export function AttributePanel(props: AttributePanelProps) {
  const { environmentId, model, entity, attribute, isLocked, viewsFor, onClose, onDelete } = props
  const { t } = useLanguage()
  const blank = (type: AttributeTypeName): Attribute =>
    attributeOf({ name: '', uri: '', type }, { id: '', entity_id: entity.id, change_id: '', position: 0 })
  const [base, setBase] = useState(() => attribute ?? blank('text'))
  const [values, setValues] = useState(base)
  const create = useCreateAttribute(environmentId, entity.id)
  const update = useUpdateAttribute(environmentId, entity.id)
  const apply = useApplyChange(environmentId)
  const undoToast = useUndoToast(environmentId)
  const [said, setSaid] = useState(plainRelationship)
  const isEnd = values.type === 'N:1' || values.type === 'N:N' || values.type === '1:N'
  const isNewRelationship = !attribute && isEnd && values.relationship_id === null
  const labelOf = (property: string) => t(`attributes.property.${property}` as TextKey)
  const problems = useProblems((target) => {
    const [property = '', rest] = target.split('.')
    if (property === otherEnd) return t(rest === 'uri' ? 'relationships.otherUri' : 'relationships.otherName')
    return isProperty(property) ? labelOf(property) : undefined
  })
  const patch = changedProperties<Attribute>(base, values)
  const isDirty = Object.keys(patch).length > 0
  const isPending = create.isPending || update.isPending || apply.isPending
  useUnsavedWork(isDirty && !create.isSuccess)

  const { save, stale, resolve, giveUp } = useStaleSave<Attribute>({
    environmentId,
    send: (changes, version) => update.mutateAsync({ ...changes, id: base.id, version }),
    find: (current) => current.entities.get(entity.id)?.attributes.find(({ id }) => id === base.id),
    onSaved: (saved) => {
      setBase(saved)
      setValues(saved)
      undoToast(t('entities.settings.saved', { name: saved.name }), saved.change_id)
    },
  })
  // Somebody else's change, an undo or another order shows at once where nothing is being edited.
  if (attribute && !isDirty && attribute.version !== base.version && !isPending) {
    setBase(attribute)
    setValues(attribute)
  }
  const change = (next: Partial<Attribute>) => {
    const isRetyped = !attribute && next.type !== undefined && next.type !== values.type
    const { name, uri, description, required } = values
    setValues({
      ...(isRetyped && next.type ? { ...blank(next.type), name, uri, description, required } : values),
      // A view is one of the table that is pointed to.
      ...('related_entity' in next ? { related_view: null } : {}),
      ...next,
    })
    // Another table, or another kind of end, has other names to choose.
    if ('related_entity' in next || isRetyped) setSaid(plainRelationship)
    for (const property of Object.keys(next)) problems.forget(property)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending || (attribute && !isDirty)) return
    const draft = draftOf(values)
    if (isNewRelationship) return createBoth(draft)
    const found = attribute
      ? operationProblems(updateAttribute, model, { kind: 'attribute.update', id: base.id, ...patch }, newId)
      : operationProblems(createAttribute, model, { kind: 'attribute.create', entity_id: entity.id, ...draft }, newId)
    problems.tell(found)
    if (found.length > 0) return
    try {
      if (attribute) return await save(base, patch)
      const made = await create.mutateAsync(draft)
      undoToast(t('attributes.made', { name: made.name }), made.change_id)
      onClose()
    } catch (error) {
      // On a large table, what reads every record is done as a job.
      if (attribute && error instanceof ApiFault && error.code === 'change.online') return later()
      problems.tellRefusal(error)
    }
  }
  const createBoth = async (draft: AttributeDraft) => {
    const steps = newRelationshipSteps(entity.id, draft, said, newId)
    const found = newRelationshipProblems(model, steps, newId)
    problems.tell(found)
    if (found.length > 0) return
    try {
      const done = await apply.mutateAsync({ operations: steps.map(({ operation }) => operation), note: null })
      if (!('job_id' in done)) undoToast(t('attributes.made', { name: draft.name }), done.id)
      onClose()
    } catch (error) {
      problems.tellRefusal(error)
    }
  }
  const later = async () => {
    const operation = { kind: 'attribute.update', id: base.id, version: base.version, ...patch }
    const done = await apply.mutateAsync({ operations: [operation], note: null })
    if ('job_id' in done) toast({ kind: 'info', text: t('entities.type.later') })
    setValues(base)
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex min-h-0 flex-1 flex-col">
      <header className="flex min-h-header items-center gap-2 border-b border-line pr-2 pl-4">
        <h2 className="min-w-0 flex-1 truncate font-semibold">{attribute?.name ?? t('attributes.new')}</h2>
        <IconButton label={t('design.close')} icon={<X />} onPress={onClose} />
      </header>
      <div className="flex min-h-0 flex-1 scroll-py-16 flex-col gap-5 overflow-auto p-4">
        {attribute?.managed && <Banner kind="locked">{t('fault.managed.update')}</Banner>}
        <FormErrors errors={problems.errors} />
        <AttributePreview attribute={values} />
        <fieldset disabled={isLocked} className="flex min-w-0 flex-col gap-5">
          <AttributeBasics
            {...{ environmentId, values, entity, model, isLocked }}
            isNew={!attribute}
            former={base}
            errorOf={problems.errorOf}
            onChange={change}
          />
          {isNewRelationship && (
            <NewRelationshipFields
              key={`${values.type} ${values.related_entity}`}
              {...{ values, entity, model, said }}
              errorOf={problems.errorOf}
              onSay={(next) => {
                setSaid({ ...said, ...next })
                problems.forget(otherEnd)
              }}
            />
          )}
          <AttributeProperties
            {...{ values, entity, model, isLocked, viewsFor }}
            errorOf={problems.errorOf}
            onChange={change}
          />
        </fieldset>
        {attribute && <RelationshipEditor {...{ environmentId, model, attribute, isLocked }} />}
      </div>
      {!isLocked && (
        <footer className="flex items-center gap-2 border-t border-line px-4 py-3">
          {attribute && (
            <Button kind="quietDanger" onPress={() => onDelete(attribute)}>
              {t('entities.delete.action')}
            </Button>
          )}
          <span className="min-w-0 flex-1 truncate text-right text-label text-muted">
            {attribute && isDirty && t('entities.settings.unsaved')}
          </span>
          <Button type="submit" kind="primary" isPending={isPending} isDisabled={attribute !== undefined && !isDirty}>
            {t(attribute ? 'entities.settings.save' : 'attributes.create')}
          </Button>
        </footer>
      )}
      {stale && (
        <StaleDialog
          stale={stale}
          labelOf={labelOf}
          onResolve={(chosen) => void resolve(chosen).catch(problems.tellRefusal)}
          onClose={giveUp}
        />
      )}
    </form>
  )
}

/** A new attribute as it is sent: only what its type has. */
function draftOf(values: Attribute): AttributeDraft {
  const { name, uri, description, type } = values
  const applicable = attributeTypes[type].properties.filter((property) => property !== 'position')
  return { name, uri, description, type, ...Object.fromEntries(applicable.map((each) => [each, values[each]])) }
}

function isProperty(name: string): boolean {
  return Object.hasOwn(neutralProperties, name) || ['name', 'uri', 'type', 'description'].includes(name)
}
