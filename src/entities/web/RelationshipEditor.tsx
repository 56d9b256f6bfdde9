import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Attribute } from '#attributes/attribute.ts'
import { useUndoToast } from '#changes/web/undoToast.ts'
import { Button } from '#design/web/button/Button.tsx'
import { TextField } from '#design/web/fields/TextField.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import { dependentLookups } from '#entities/dependentLookups.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import type { Relationship, RelationshipPatch } from '#entities/relationship.ts'
import { inverseOf, relationshipOfAttribute } from '#entities/relationshipEnds.ts'
import { attributeUriProblems } from '#entities/rules.ts'
import { uriInput } from '#entities/web/AttributeDrafts.tsx'
import { RelationshipChoices } from '#entities/web/RelationshipChoices.tsx'
import { useForgetInverse, useNameInverse, useUpdateRelationship } from '#entities/web/relationships.client.ts'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'
import { proposeUri } from '#text/uri.ts'

// Keys come with data: @texts attributes

type RelationshipEditorProps = {
  readonly environmentId: string
  readonly model: Model
  readonly attribute: Attribute
  readonly isLocked: boolean
}

/** What a relationship does with the records of its other side, and what it is called there. Each choice counts at once. */
export function RelationshipEditor(props: RelationshipEditorProps) {
  const { environmentId, model, attribute, isLocked } = props
  const { t } = useLanguage()
  const undoToast = useUndoToast(environmentId)
  const update = useUpdateRelationship(environmentId)
  const relationship = relationshipOfAttribute(model, attribute)
  if (!relationship) return null
  const isMany = relationship.cardinality === 'N:N'
  const from = model.entities.get(relationship.from_entity)
  const to = model.entities.get(relationship.to_entity)
  if (!from || !to) return null
  const isHeld = isMadeToHold(model, relationship)
  const names = { from: from.collectionname, to: to.name }
  const isFixed = isLocked || update.isPending
  const say = (patch: RelationshipPatch) => {
    update.mutate(
      { ...patch, id: relationship.id, version: relationship.version },
      {
        onSuccess: (saved) => undoToast(t('entities.settings.saved', { name: saved.name }), saved.change_id),
        onError: (error) => toast({ kind: 'failed', text: sayFault(t, error).text }),
      },
    )
  }
  return (
    <section aria-label={t('relationships.title')} className="flex flex-col gap-4 border-t border-line pt-4">
      <div>
        <h3 className="font-semibold">{t('relationships.title')}</h3>
        <p className="text-label text-muted">
          {t(isMany ? 'relationships.isMany' : 'relationships.isOne', { from: from.name, to: to.name })}
        </p>
      </div>
      <RelationshipChoices {...{ names, isMany, isHeld }} isLocked={isFixed} value={relationship} onSay={say} />
      <OtherEnd {...props} {...{ relationship, from, to }} />
    </section>
  )
}

/** A lookup that must have a value holds its record, whatever was chosen. */
function isMadeToHold(model: Model, relationship: Relationship): boolean {
  const dependants = dependentLookups(model, relationship.to_entity)
  const own = dependants.find(({ attribute }) => attribute.id === relationship.attribute_id)
  return own !== undefined && own.onDelete !== relationship.on_delete
}

type OtherEndProps = RelationshipEditorProps & {
  readonly relationship: Relationship
  readonly from: EntityDefinition
  readonly to: EntityDefinition
}

/** The end at the other entity: a link to it, or what to call it. */
function OtherEnd({ environmentId, model, attribute, isLocked, relationship, from, to }: OtherEndProps) {
  const { t } = useLanguage()
  const undoToast = useUndoToast(environmentId)
  const nameIt = useNameInverse(environmentId)
  const forget = useForgetInverse(environmentId)
  const [name, setName] = useState(from.collectionname)
  const [ownUri, setOwnUri] = useState<string>()
  const inverse = inverseOf(model, relationship)
  const fail = (error: unknown) => toast({ kind: 'failed', text: sayFault(t, error).text })
  if (inverse?.id === attribute.id) {
    return (
      <p className="text-label text-muted">
        {t('relationships.livesAt')}{' '}
        <Link to={`/${environmentId}/entity/${from.id}/attribute`} className="focus-ring rounded-small underline">
          {from.name}
        </Link>
      </p>
    )
  }
  if (inverse) {
    return (
      <div className="flex items-center gap-3">
        <p className="min-w-0 flex-1">
          <span className="block text-label text-muted">{t('relationships.inverse', { to: to.name })}</span>
          <Link to={`/${environmentId}/entity/${to.id}/attribute`} className="focus-ring rounded-small hover:underline">
            {inverse.name}
          </Link>{' '}
          <code className="text-label text-muted">{inverse.uri}</code>
        </p>
        {!isLocked && (
          <Button
            kind="quiet"
            isPending={forget.isPending}
            onPress={() =>
              forget.mutate(inverse, {
                onSuccess: ({ change_id }) =>
                  undoToast(t('relationships.forgotten', { name: inverse.name }), change_id),
                onError: fail,
              })
            }
          >
            {t('relationships.forget')}
          </Button>
        )}
      </div>
    )
  }
  if (isLocked || to.managed) return null
  const isTaken = (candidate: string) => attributeUriProblems(candidate, to.attributes).length > 0
  const uri = ownUri ?? proposeUri(name, isTaken)
  const [problem] = ownUri === undefined || ownUri === '' ? [] : attributeUriProblems(ownUri, to.attributes)
  const add = () => {
    const type = relationship.cardinality === 'N:N' ? 'N:N' : '1:N'
    const draft = {
      entityId: to.id,
      name,
      uri,
      type,
      relationship_id: relationship.id,
      related_entity: from.id,
    } as const
    nameIt.mutate(draft, {
      onSuccess: (made) => undoToast(t('attributes.made', { name: made.name }), made.change_id),
      onError: fail,
    })
  }
  return (
    <div role="group" aria-label={t('relationships.inverse', { to: to.name })} className="flex flex-col gap-3">
      <p className="text-label text-muted">
        {t('relationships.inverseHint', { from: from.collectionname, to: to.name })}
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField label={t('attributes.name')} value={name} onChange={setName} autoComplete="off" />
        <TextField
          {...uriInput}
          label={t('attributes.uri')}
          value={uri}
          onChange={(typed) => setOwnUri(typed.toLowerCase())}
          {...(problem ? { error: t(`fault.${problem.code}`, problem.parameters) } : {})}
        />
      </div>
      <Button
        kind="secondary"
        className="self-start"
        isPending={nameIt.isPending}
        isDisabled={name.trim().length < 3 || uri === '' || problem !== undefined}
        onPress={add}
      >
        {t('relationships.nameIt')}
      </Button>
    </div>
  )
}
