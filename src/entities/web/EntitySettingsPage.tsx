import { Languages } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { useUndoToast } from '#changes/web/undoToast.ts'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { buttonLink } from '#design/web/navigation/buttonLink.ts'
import { Button } from '#design/web/button/Button.tsx'
import { FormErrors } from '#design/web/fields/FormErrors.tsx'
import { FormActions, FormSection, FormSections } from '#design/web/layout/FormSection.tsx'
import { PageLink } from '#design/web/navigation/PageLink.tsx'
import { TextField } from '#design/web/fields/TextField.tsx'
import type { Entity } from '#entities/entity.ts'
import { changedProperties } from '#entities/merge.ts'
import { mayName } from '#entities/naming.ts'
import { updateEntity } from '#entities/operations/updateEntity.ts'
import { operationProblems } from '#entities/problems.ts'
import { ApiAddress } from '#entities/web/ApiAddress.tsx'
import { DeleteEntity } from '#entities/web/DeleteEntity.tsx'
import { EntityDescription, EntityLookSection, EntityOwnership } from '#entities/web/EntityFields.tsx'
import { EntityFrame, type EntityPlace } from '#entities/web/EntityFrame.tsx'
import { NamingSelect } from '#entities/web/NamingSelect.tsx'
import { FeatureSwitches } from '#entities/web/FeatureSwitches.tsx'
import { EntitySwitches } from '#entities/web/EntitySwitches.tsx'
import { useUpdateEntity } from '#entities/web/entityChanges.client.ts'
import { StaleDialog } from '#entities/web/StaleDialog.tsx'
import { useProblems } from '#entities/web/useProblems.ts'
import { useStaleSave } from '#entities/web/useStaleSave.ts'
import { useMaker } from '#environments/web/maker.ts'
import { MakerBanner } from '#environments/web/MakerBanner.tsx'
import type { TextKey } from '#language/translate.ts'
import { useLanguage } from '#language/web/language.tsx'
import { useUnsavedWork } from '#platform/web/unsavedWork.ts'

/** The details of a table, its switches, its address, and its end. */
export function EntitySettingsPage() {
  const { t } = useLanguage()
  return (
    <EntityFrame title={t('entities.tabs.settings')}>
      {(place) => <Settings key={place.entity.id} {...place} />}
    </EntityFrame>
  )
}

function Settings(place: EntityPlace) {
  const { t } = useLanguage()
  const isMaker = useMaker(place.environmentId) === 'maker'
  const { managed } = place.entity
  const isLocked = managed || !isMaker
  return (
    <FormSections>
      {managed ? <Banner kind="locked">{t('fault.managed.update')}</Banner> : <MakerBanner {...place} />}
      <fieldset disabled={isLocked} className="contents">
        <Details {...place} isLocked={isLocked} />
        <EntitySwitches {...place} isLocked={isLocked} />
      </fieldset>
      {isMaker && (
        <FormSection title={t('features.inTable')} text={t('features.inTableText')}>
          <FeatureSwitches environmentId={place.environmentId} model={place.model} entityId={place.entity.id} />
        </FormSection>
      )}
      {isMaker && (
        <FormSection title={t('labels.title')} text={t('labels.text')}>
          <PageLink
            href={`/${place.environmentId}/entity/${place.entity.id}/language`}
            className={`${buttonLink.secondary} self-start`}
          >
            <Languages aria-hidden />
            {t('labels.open')}
          </PageLink>
        </FormSection>
      )}
      <ApiAddress {...place} />
      {!isLocked && <DeleteEntity {...place} />}
    </FormSections>
  )
}

const labels: Partial<Record<string, TextKey>> = {
  name: 'entities.name',
  collectionname: 'entities.collectionname',
  uri: 'entities.uri',
  description: 'entities.description',
  color: 'entities.color',
  icon: 'entities.icon',
  ownership: 'entities.ownership.label',
  naming: 'entities.naming.label',
}

type Values = { readonly [Key in 'name' | 'collectionname']: string } & Pick<
  Entity,
  'ownership' | 'icon' | 'color' | 'naming'
> & {
    readonly description: string
  }

function valuesOf({ name, collectionname, description, ownership, icon, color, naming }: Entity): Values {
  return { name, collectionname, description: description ?? '', ownership, icon, color, naming }
}

function Details({ environmentId, model, entity, isLocked }: EntityPlace & { isLocked: boolean }) {
  const { t } = useLanguage()
  const update = useUpdateEntity(environmentId)
  const undoToast = useUndoToast(environmentId)
  // What is being edited was made on this version; another's save must not change it under the hand.
  const [base, setBase] = useState<Entity>(entity)
  const [values, setValues] = useState(() => valuesOf(entity))
  const labelOf = (name: string) => {
    const key = labels[name]
    return key && t(key)
  }
  const problems = useProblems(labelOf)
  const patch = changedProperties<Entity>(base, { ...values, description: values.description.trim() || null })
  const isDirty = Object.keys(patch).length > 0
  useUnsavedWork(isDirty)
  const { save, stale, resolve, giveUp } = useStaleSave<Entity>({
    environmentId,
    send: (changes, version) => update.mutateAsync({ ...changes, id: entity.id, version }),
    find: (current) => current.entities.get(entity.id),
    onSaved: (saved) => {
      setBase(saved)
      setValues(valuesOf(saved))
      undoToast(t('entities.settings.saved', { name: saved.name }), saved.change_id)
    },
  })
  // Somebody else's change, or an undo, shows at once where nothing is being edited.
  if (!isDirty && base.version !== entity.version && !update.isPending) {
    setBase(entity)
    setValues(valuesOf(entity))
  }
  const change = (next: Partial<Values>) => {
    setValues({ ...values, ...next })
    for (const name of Object.keys(next)) problems.forget(name)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isDirty || update.isPending) return
    const operation = { kind: 'entity.update', id: entity.id, ...patch } as const
    const found = operationProblems(updateEntity, model, operation, () => crypto.randomUUID())
    problems.tell(found)
    if (found.length === 0) await save(base, patch).catch(problems.tellRefusal)
  }
  const control = (name: 'name' | 'collectionname') => {
    const error = problems.errorOf(name)
    return {
      name,
      label: labelOf(name) ?? name,
      value: values[name],
      onChange: (value: string) => change({ [name]: value }),
      ...(error === undefined ? {} : { error }),
    }
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-8">
      <FormErrors errors={problems.errors} />
      <FormSection title={t('entities.section.names')} text={t('entities.section.namesText')}>
        <div className="grid gap-4 sm:grid-cols-3">
          <TextField {...control('name')} required autoComplete="off" />
          <TextField {...control('collectionname')} required autoComplete="off" />
          <TextField
            label={t('entities.uri')}
            value={entity.uri}
            onChange={() => undefined}
            isReadOnly
            undertext={t('entities.settings.uriFixed')}
          />
        </div>
        <EntityDescription value={values} errorOf={problems.errorOf} onChange={change} />
      </FormSection>
      <FormSection title={t('entities.section.records')} text={t('entities.section.recordsText')}>
        <NamingSelect
          choices={entity.attributes.filter((each) => mayName(model, entity, each))}
          value={values.naming}
          onChange={(naming) => change({ naming })}
          renames={values.naming !== base.naming}
          error={problems.errorOf('naming')}
        />
        <EntityOwnership value={values} onChange={change} />
      </FormSection>
      <EntityLookSection value={values} name={values.collectionname} errorOf={problems.errorOf} onChange={change} />
      {!isLocked && (
        <FormActions>
          {isDirty && <span className="text-label text-muted">{t('entities.settings.unsaved')}</span>}
          <Button type="submit" kind="primary" isPending={update.isPending} isDisabled={!isDirty}>
            {t('entities.settings.save')}
          </Button>
        </FormActions>
      )}
      {stale && (
        <StaleDialog
          stale={stale}
          labelOf={(name) => labelOf(name) ?? name}
          onResolve={(chosen) => void resolve(chosen).catch(problems.tellRefusal)}
          onClose={giveUp}
        />
      )}
    </form>
  )
}
