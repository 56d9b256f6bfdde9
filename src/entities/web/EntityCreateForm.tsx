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
import { draftsOf, urisOf, type AttributeRow } from '#entities/attributeRow.ts'
import { proposeCollectionName } from '#entities/collectionName.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { entitiesOf, type Model } from '#entities/model.ts'
import { isNamingType } from '#entities/naming.ts'
import { createEntity } from '#entities/operations/createEntity.ts'
import { operationProblems } from '#entities/problems.ts'
import { entityUriProblems } from '#entities/rules.ts'
import { AttributeDrafts, uriInput } from '#entities/web/AttributeDrafts.tsx'
import { NamingSelect } from '#entities/web/NamingSelect.tsx'
import { EntityDescription, EntityLookSection, EntityOwnership, type EntityLook } from '#entities/web/EntityFields.tsx'
import { useCreateEntity } from '#entities/web/entityChanges.client.ts'
import { useProblems } from '#entities/web/useProblems.ts'
import type { TextKey } from '#language/translate.ts'
import { useLanguage } from '#language/web/language.tsx'
import { useGo } from '#platform/web/routeParams.ts'
import { useUnsavedWork } from '#platform/web/unsavedWork.ts'
import { nameLength } from '#text/name.ts'
import { proposeUri } from '#text/uri.ts'

// Keys come with data: @texts attributes

const empty = { name: '', collectionname: '', uri: '', recordsharing: true }
const plainLook: EntityLook = { description: '', ownership: 'user', icon: null, color: null }

type EntityCreateFormProps = {
  readonly environmentId: string
  readonly model: Model
  /** The entity that it is a copy of. */
  readonly source?: EntityDefinition | undefined
}

/** A new entity with its first attributes, or with those of another. Collection name and uri follow the name until they are typed. */
export function EntityCreateForm({ environmentId, model, source }: EntityCreateFormProps) {
  const { t, locale } = useLanguage()
  const go = useGo()
  const create = useCreateEntity(environmentId)
  const undoToast = useUndoToast(environmentId)
  const [values, setValues] = useState({ ...empty, ...(source && { recordsharing: source.recordsharing }) })
  const [look, setLook] = useState(source ? lookOf(source) : plainLook)
  const [own, setOwn] = useState({ collectionname: false, uri: false })
  const [rows, setRows] = useState<readonly AttributeRow[]>([])
  /** The line whose attribute names the records. */
  const [naming, setNaming] = useState<string | null>(null)
  const [withRecords, setWithRecords] = useState(false)
  const problems = useProblems((target) => labelOf(t, target, rows))
  const isTouched = values.name !== '' || rows.some((row) => row.name !== '')
  useUnsavedWork(isTouched && !create.isSuccess)

  const collectionname = own.collectionname ? values.collectionname : proposeCollectionName(values.name, locale)
  const uri = own.uri ? values.uri : proposeUri(collectionname, (each) => entityUriProblems(model, each).length > 0)
  // A line that nobody typed in is none.
  const used = rows.filter((row) => row.name.trim() !== '' || row.hasOwnUri)

  const uris = urisOf(used)
  const namingRows = used.flatMap(({ key, name, type }, index) =>
    isNamingType(type) ? [{ id: key, name, type, uri: uris[index] ?? '' }] : [],
  )
  const namingRow = namingRows.find(({ id }) => id === naming)

  const [uriProblem] = own.uri ? entityUriProblems(model, uri) : []
  const uriError = problems.errorOf('uri') ?? (uriProblem && t(`fault.${uriProblem.code}`, uriProblem.parameters))

  const copied = source?.attributes.filter(({ type }) => listMetadata[type].holds !== 'records') ?? []
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (create.isPending) return
    const draft = {
      ...look,
      name: values.name,
      collectionname,
      uri,
      recordsharing: values.recordsharing,
      ...(source ? {} : { attributes: draftsOf(used), naming: namingRow?.uri ?? null }),
    }
    setRows(used)
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
    setLook({ ...look, ...next })
    for (const name of Object.keys(next)) problems.forget(name)
  }
  const control = (name: string, label: string) => {
    const error = problems.errorOf(name)
    return { name, label, ...(error === undefined ? {} : { error }) }
  }
  const set = (name: keyof typeof empty) => (value: string) => {
    setValues({ ...values, [name]: value })
    if (name !== 'name') setOwn({ ...own, [name]: value !== '' })
    problems.forget(name)
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-8">
      <FormErrors errors={problems.errors} />
      <FormSection title={t('entities.create.byHand')} text={t('entities.section.namesText')}>
        <div className="grid gap-4 sm:grid-cols-3">
          <TextField
            {...control('name', t('entities.name'))}
            value={values.name}
            onChange={set('name')}
            undertext={t('entities.nameHint', nameLength)}
            required
            autoFocus
            autoComplete="off"
          />
          <TextField
            {...control('collectionname', t('entities.collectionname'))}
            value={collectionname}
            onChange={set('collectionname')}
            undertext={t('entities.collectionnameHint')}
            required
            autoComplete="off"
          />
          <TextField
            {...control('uri', t('entities.uri'))}
            {...(uriError === undefined ? {} : { error: uriError })}
            {...uriInput}
            value={uri}
            onChange={(typed) => set('uri')(typed.toLowerCase())}
            undertext={t('entities.uriHint')}
          />
        </div>
        <EntityDescription {...{ value: look, errorOf, onChange }} />
      </FormSection>
      <FormSection title={t('entities.section.records')} text={t('entities.section.recordsText')}>
        {namingRows.length > 0 && (
          <NamingSelect
            choices={namingRows}
            value={namingRow?.id ?? null}
            onChange={setNaming}
            error={problems.errorOf('naming')}
          />
        )}
        <EntityOwnership {...{ value: look, onChange }} />
        <Switch
          isSelected={values.recordsharing}
          onChange={(recordsharing) => setValues({ ...values, recordsharing })}
          className="self-start"
        >
          <span>
            {t('entities.flag.recordsharing.name')}{' '}
            <span className="block text-label text-muted">{t('entities.flag.recordsharing.text')}</span>
          </span>
        </Switch>
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
        name={collectionname === '' ? t('entities.create.title') : collectionname}
      />
      <FormSection
        title={t('entities.create.attributes')}
        text={t(source ? 'entities.create.copiedText' : 'entities.create.attributesText')}
      >
        {source ? (
          <ul className="flex flex-wrap gap-2">
            {copied.map(({ id, name }) => (
              <li key={id} className="rounded-control border border-line px-2 py-1">
                {name}
              </li>
            ))}
          </ul>
        ) : (
          <AttributeDrafts
            rows={rows}
            entities={entitiesOf(model)}
            errorOf={problems.errorOf}
            onChange={(next) => {
              setRows(next)
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

function lookOf({ description, ownership, icon, color }: EntityDefinition): EntityLook {
  return { description: description ?? '', ownership, icon, color }
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
