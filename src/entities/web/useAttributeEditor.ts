import { useState, type FormEvent } from 'react'
import { attributeOf, type Attribute, type AttributeDraft } from '#attributes/attribute.ts'
import { neutralProperties } from '#attributes/properties.ts'
import { attributeTypes, type AttributeTypeName } from '#attributes/types.ts'
import { useApplyChange } from '#changes/web/changes.client.ts'
import { useUndoToast } from '#changes/web/undoToast.ts'
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
import { useCreateAttribute, useUpdateAttribute } from '#entities/web/entityChanges.client.ts'
import type { EntityPlace } from '#entities/web/EntityFrame.tsx'
import { useProblems } from '#entities/web/useProblems.ts'
import { useStaleSave } from '#entities/web/useStaleSave.ts'
import type { TextKey } from '#language/translate.ts'
import { useLanguage } from '#language/web/language.tsx'
import { ApiFault } from '#platform/web/apiFault.ts'
import { useUnsavedWork } from '#platform/web/unsavedWork.ts'

const newId = () => crypto.randomUUID()

export type AttributeEditor = ReturnType<typeof useAttributeEditor>

type EditedAttribute = Pick<EntityPlace, 'environmentId' | 'model' | 'entity'> & {
  /** Undefined: a new one. */
  readonly attribute: Attribute | undefined
}

/** The values of an attribute that is made or changed, their problems, and their saving. */
export function useAttributeEditor({ environmentId, model, entity, attribute }: EditedAttribute, onMade: () => void) {
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
  const { problems, labelOf } = useAttributeProblems()
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
      onMade()
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
      onMade()
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
  return {
    base,
    values,
    change,
    said,
    setSaid,
    isNewRelationship,
    isDirty,
    isPending,
    problems,
    labelOf,
    submit,
    stale,
    resolve,
    giveUp,
  }
}

/** Problems of an attribute, under the labels of its properties. */
function useAttributeProblems() {
  const { t } = useLanguage()
  const labelOf = (property: string) => t(`attributes.property.${property}` as TextKey)
  const problems = useProblems((target) => {
    const [property = '', rest] = target.split('.')
    if (property === otherEnd) return t(rest === 'uri' ? 'relationships.otherUri' : 'relationships.otherName')
    return isProperty(property) ? labelOf(property) : undefined
  })
  return { problems, labelOf }
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
