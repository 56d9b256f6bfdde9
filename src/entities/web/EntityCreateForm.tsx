import { listMetadata } from '#attributes/listMetadata.ts'
import { Link } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { useUndoToast } from '#changes/web/undoToast.ts'
import { Button } from '#design/web/button/Button.tsx'
import { FormErrors } from '#design/web/fields/FormErrors.tsx'
import { FormActions, FormSection } from '#design/web/layout/FormSection.tsx'
import { Switch } from '#design/web/fields/Switch.tsx'
import { TextField } from '#design/web/fields/TextField.tsx'
import { buttonLink } from '#design/web/navigation/buttonLink.ts'
import type { AttributeRow } from '#entities/attributeRow.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { entitiesOf, type Model } from '#entities/model.ts'
import { createEntity } from '#entities/operations/createEntity.ts'
import { operationProblems } from '#entities/problems.ts'
import { entityUriProblems } from '#entities/rules.ts'
import { AttributeDrafts, uriInput } from '#entities/web/AttributeDrafts.tsx'
import { NamingSelect } from '#entities/web/NamingSelect.tsx'
import { EntityDescription, EntityLookSection, EntityOwnership, type EntityLook } from '#entities/web/EntityFields.tsx'
import { useCreateEntity } from '#entities/web/entityChanges.client.ts'
import { useEntityDraft, type EntityNameField } from '#entities/web/useEntityDraft.ts'
import { useProblems } from '#entities/web/useProblems.ts'
import type { TextKey } from '#language/translate.ts'
import { useLanguage } from '#language/web/language.tsx'
import { useGo } from '#platform/web/routeParams.ts'
import { useUnsavedWork } from '#platform/web/unsavedWork.ts'
import { nameLength } from '#text/name.ts'

// Keys come with data: @texts attributes

type EntityCreateFormProps = {
  readonly environmentId: string
  readonly model: Model
  /** The entity that it is a copy of. */
  readonly source?: EntityDefinition | undefined
}

/** A new entity with its first attributes, or with those of another. Collection name and uri follow the name until they are typed. */
export function EntityCreateForm({ environmentId, model, source }: EntityCreateFormProps) {
  const { t } = useLanguage()
  const go = useGo()
  const create = useCreateEntity(environmentId)
  const undoToast = useUndoToast(environmentId)
  const form = useEntityDraft(model, source)
  const { names, look, rows, namingRows, namingRow, recordsharing, draft } = form
  const [withRecords, setWithRecords] = useState(false)
  const problems = useProblems((target) => labelOf(t, target, rows))
  useUnsavedWork(form.isTouched && !create.isSuccess)

  const [uriProblem] = form.hasOwnUri ? entityUriProblems(model, names.uri) : []
  const uriError = problems.errorOf('uri') ?? (uriProblem && t(`fault.${uriProblem.code}`, uriProblem.parameters))

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (create.isPending) return
    form.dropEmptyRows()
    const operation = { kind: 'entity.create', ...draft } as const
    const found = operationProblems(createEntity, model, operation, () => crypto.randomUUID())
    problems.tell(found)
    if (found.length > 0) return
    try {
      const made = await create.mutateAsync({
        ...draft,
        ...(source && { copy_of: source.id, with_records: withRecords }),
      })
      go(`/${environmentId}/entity/${made.id}`)
      undoToast(t('entities.create.done', { name: made.name }), made.change_id, () => go(`/${environmentId}/entity`))
    } catch (error) {
      problems.tellRefusal(error)
    }
  }
  const { errorOf } = problems
  const onChange = (next: Partial<EntityLook>) => {
    form.changeLook(next)
    for (const name of Object.keys(next)) problems.forget(name)
  }
  const change = (name: EntityNameField, value: string) => {
    form.changeName(name, value)
    problems.forget(name)
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-8">
      <FormErrors errors={problems.errors} />
      <FormSection title={t('entities.create.byHand')} text={t('entities.section.namesText')}>
        <EntityNames values={names} onChange={change} {...{ uriError, errorOf }} />
        <EntityDescription {...{ value: look, errorOf, onChange }} />
      </FormSection>
      <FormSection title={t('entities.section.records')} text={t('entities.section.recordsText')}>
        {namingRows.length > 0 && (
          <NamingSelect
            choices={namingRows}
            value={namingRow?.id ?? null}
            onChange={form.setNaming}
            error={problems.errorOf('naming')}
          />
        )}
        <EntityOwnership {...{ value: look, onChange }} />
        <SharingSwitch isSelected={recordsharing} onChange={form.setSharing} />
      </FormSection>
      {source && (
        <FormSection title={t('entities.copy.records')} text={t('entities.copy.recordsText')}>
          <Switch isSelected={withRecords} onChange={setWithRecords} className="self-start">
            {t('entities.copy.switch')}
          </Switch>
        </FormSection>
      )}
      <EntityLookSection
        {...{ value: look, errorOf, onChange }}
        name={names.collectionname === '' ? t('entities.create.title') : names.collectionname}
      />
      <FormSection
        title={t('entities.create.attributes')}
        text={t(source ? 'entities.create.copiedText' : 'entities.create.attributesText')}
      >
        {source ? (
          <CopiedAttributes source={source} />
        ) : (
          <AttributeDrafts
            rows={rows}
            entities={entitiesOf(model)}
            errorOf={problems.errorOf}
            onChange={(next) => {
              form.setRows(next)
              problems.clear()
            }}
          />
        )}
      </FormSection>
      <FormActions>
        <Link to={`/${environmentId}/entity`} className={buttonLink.secondary}>
          {t('design.cancel')}
        </Link>
        <Button type="submit" kind="primary" isPending={create.isPending}>
          {t('entities.create.action')}
        </Button>
      </FormActions>
    </form>
  )
}

type EntityNamesProps = {
  readonly values: Readonly<Record<EntityNameField, string>>
  readonly uriError: string | undefined
  readonly errorOf: (name: string) => string | undefined
  readonly onChange: (name: EntityNameField, value: string) => void
}

/** Name, collection name and uri of the entity. */
function EntityNames({ values, uriError, errorOf, onChange }: EntityNamesProps) {
  const { t } = useLanguage()
  const control = (name: string, label: string) => {
    const error = errorOf(name)
    return { name, label, ...(error === undefined ? {} : { error }) }
  }
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <TextField
        {...control('name', t('entities.name'))}
        value={values.name}
        onChange={(typed) => onChange('name', typed)}
        undertext={t('entities.nameHint', nameLength)}
        required
        autoFocus
        autoComplete="off"
      />
      <TextField
        {...control('collectionname', t('entities.collectionname'))}
        value={values.collectionname}
        onChange={(typed) => onChange('collectionname', typed)}
        undertext={t('entities.collectionnameHint')}
        required
        autoComplete="off"
      />
      <TextField
        {...control('uri', t('entities.uri'))}
        {...(uriError === undefined ? {} : { error: uriError })}
        {...uriInput}
        value={values.uri}
        onChange={(typed) => onChange('uri', typed.toLowerCase())}
        undertext={t('entities.uriHint')}
      />
    </div>
  )
}

type SharingSwitchProps = { readonly isSelected: boolean; readonly onChange: (isOn: boolean) => void }

/** Whether single records may be shared. */
function SharingSwitch({ isSelected, onChange }: SharingSwitchProps) {
  const { t } = useLanguage()
  return (
    <Switch {...{ isSelected, onChange }} className="self-start">
      <span>
        {t('entities.flag.recordsharing.name')}{' '}
        <span className="block text-label text-muted">{t('entities.flag.recordsharing.text')}</span>
      </span>
    </Switch>
  )
}

/** The attributes that the copy gets. */
function CopiedAttributes({ source }: { source: EntityDefinition }) {
  const copied = source.attributes.filter(({ type }) => listMetadata[type].holds !== 'records')
  return (
    <ul className="flex flex-wrap gap-2">
      {copied.map(({ id, name }) => (
        <li key={id} className="rounded-control border border-line px-2 py-1">
          {name}
        </li>
      ))}
    </ul>
  )
}

/** What the field of a problem is called, those of attributes with the attribute's name. */
function labelOf(
  t: (key: TextKey, values?: Record<string, unknown>) => string,
  target: string,
  rows: readonly AttributeRow[],
): string | undefined {
  const [, index, property] = /^attributes\.(\d+)\.(\w+)/.exec(target) ?? []
  const labels: Partial<Record<string, TextKey>> = property === undefined ? entityLabels : attributeLabels
  const key = labels[property ?? target]
  if (key === undefined) return undefined
  if (index === undefined) return t(key)
  const row = rows[Number(index)]?.name || t('entities.create.attributeNumber', { number: Number(index) + 1 })
  return `${row}, ${t(key)}`
}

const entityLabels: Partial<Record<string, TextKey>> = {
  name: 'entities.name',
  collectionname: 'entities.collectionname',
  uri: 'entities.uri',
  description: 'entities.description',
  color: 'entities.color',
  naming: 'entities.naming.label',
}
const attributeLabels: Partial<Record<string, TextKey>> = {
  name: 'attributes.name',
  uri: 'attributes.uri',
  type: 'attributes.typeLabel',
  options: 'entities.create.options',
  related_entity: 'attributes.relatedEntity',
}
