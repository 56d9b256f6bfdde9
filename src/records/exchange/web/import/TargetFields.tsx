import { useState } from 'react'
import { fieldLabel, type Field } from '#attributes/attribute.ts'
import { attributeTypes } from '#attributes/types.ts'
import { MultiSelect } from '#design/web/choice/MultiSelect.tsx'
import { SegmentedControl } from '#design/web/choice/SegmentedControl.tsx'
import { Select } from '#design/web/choice/Select.tsx'
import { TextField } from '#design/web/fields/TextField.tsx'
import { entitiesOf, type Model } from '#entities/model.ts'
import { proposeCollectionName } from '#entities/collectionName.ts'
import { entityUriProblems } from '#entities/rules.ts'
import { uriInput } from '#entities/web/AttributeDrafts.tsx'
import { useLanguage } from '#language/web/language.tsx'
import type { ProposedEntity } from '#records/exchange/import/proposedEntity.ts'
import { namingColumns, type ImportDraft } from '#records/exchange/web/import/useImportDraft.ts'
import { proposeUri } from '#text/uri.ts'

// Keys come with data: @texts entities

type TargetFieldsProps = { readonly draft: ImportDraft; readonly model: Model; readonly isMaker: boolean }

/** Into which table the rows go: a new one with its names, or one that exists. */
export function TargetFields({ draft, model, isMaker }: TargetFieldsProps) {
  const { t } = useLanguage()
  const existing = entitiesOf(model).filter(({ managed, editable }) => !managed && editable)
  const isNew = draft.entityId === null && isMaker
  const ways = [
    { id: 'new', label: t('imports.target.new') },
    { id: 'existing', label: t('imports.target.existing') },
  ] as const
  return (
    <section aria-labelledby="target" className="flex flex-col gap-3">
      <h2 id="target" className="font-semibold">
        {t('imports.target.title')}
      </h2>
      {isMaker && existing.length > 0 && (
        <div>
          <SegmentedControl
            label={t('imports.target.title')}
            segments={ways}
            value={isNew ? 'new' : 'existing'}
            onChange={(way) => draft.chooseEntity(way === 'new' ? null : (existing[0]?.id ?? null))}
          />
        </div>
      )}
      {isNew ? (
        <>
          <NewTarget draft={draft} model={model} />
          <NamingField draft={draft} />
        </>
      ) : (
        <Select
          className="max-w-96"
          label={t('imports.target.table')}
          options={existing.map(({ id, collectionname, uri }) => ({ id, label: collectionname, detail: uri }))}
          value={draft.entityId ?? ''}
          onChange={draft.chooseEntity}
          placeholder={t('design.choose')}
          required
        />
      )}
      {!isNew && draft.target && <KeyFields draft={draft} />}
    </section>
  )
}

/** Which column names the records, where none of them is their name. */
function NamingField({ draft }: Pick<TargetFieldsProps, 'draft'>) {
  const { t } = useLanguage()
  const columns = namingColumns(draft.columns)
  if (columns.length === 0) return null
  const chosen = columns.find(({ column }) => column === draft.naming)
  return (
    <Select
      className="max-w-140"
      label={t('imports.naming.label')}
      name="entity.naming"
      undertext={t(chosen ? 'entities.naming.filledText' : 'imports.naming.hint')}
      clearable
      placeholder={t('imports.naming.none')}
      options={columns.map(({ column, name, uri }) => ({ id: String(column), label: name, detail: uri }))}
      value={chosen ? String(chosen.column) : ''}
      onChange={(column) => draft.change({ naming: column === '' ? null : Number(column) })}
    />
  )
}

/** The fields by which rows are recognised: those that a column fills, unique ones first. */
function KeyFields({ draft }: Pick<TargetFieldsProps, 'draft'>) {
  const { t } = useLanguage()
  const filled = new Set(draft.columns.flatMap(({ goes, field }) => (goes === 'field' ? [field] : [])))
  const fields = (draft.target?.fields ?? []).filter(({ uri, type }) => filled.has(uri) && isKeyType(type))
  if (fields.length === 0) return null
  return (
    <MultiSelect
      className="max-w-140"
      label={t('imports.keys.label')}
      undertext={t('imports.keys.hint')}
      placeholder={t('imports.keys.none')}
      options={fields
        .toSorted((a, b) => Number(isKey(b)) - Number(isKey(a)))
        .map((field) => ({ id: field.uri, label: fieldLabel(field, t), detail: field.uri }))}
      value={draft.keys.filter((key) => filled.has(key))}
      onChange={(keys) => draft.change({ keys })}
    />
  )
}

function isKey(field: Field): boolean {
  return field.unique || field.uri === 'id'
}

/** Lists and secrets tell no record apart. */
function isKeyType(type: Field['type']): boolean {
  return attributeTypes[type].isList !== true && type !== 'password' && type !== 'boolean'
}

function NewTarget({ draft, model }: Pick<TargetFieldsProps, 'draft' | 'model'>) {
  const { t, locale } = useLanguage()
  const [isOwn, setOwn] = useState({ collectionname: false, uri: false })
  const { entity } = draft
  const isTaken = (uri: string) => entityUriProblems(model, uri).length > 0
  const set = (name: keyof ProposedEntity) => (value: string) => {
    const next = { ...entity, [name]: value }
    if (name !== 'name') setOwn({ ...isOwn, [name]: value !== '' })
    // Until they are typed themselves, the name of many follows the name of one, and the uri that of many.
    if (name === 'name' && !isOwn.collectionname) next.collectionname = proposeCollectionName(value, locale)
    if (name !== 'uri' && !isOwn.uri) next.uri = proposeUri(next.collectionname, isTaken)
    draft.change({ entity: next })
  }
  const control = (name: keyof ProposedEntity) => {
    const [taken] = name === 'uri' ? entityUriProblems(model, entity.uri) : []
    const error = draft.errorOf(`entity.${name}`) ?? (taken && t(`fault.${taken.code}`, taken.parameters))
    return {
      name: `entity.${name}`,
      label: t(`entities.${name}`),
      value: entity[name],
      ...(error === undefined ? {} : { error }),
    }
  }
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <TextField {...control('name')} onChange={set('name')} required autoComplete="off" />
      <TextField {...control('collectionname')} onChange={set('collectionname')} required autoComplete="off" />
      <TextField
        {...control('uri')}
        {...uriInput}
        onChange={(uri) => set('uri')(uri.toLowerCase())}
        undertext={t('entities.uriHint')}
      />
    </div>
  )
}
