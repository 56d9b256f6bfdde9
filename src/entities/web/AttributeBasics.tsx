import { useState } from 'react'
import type { Attribute } from '#attributes/attribute.ts'
import { attributeTypes, offeredTypeNames, type AttributeTypeName } from '#attributes/types.ts'
import { TypeSelect } from '#attributes/web/TypeSelect.tsx'
import { Select } from '#design/web/choice/Select.tsx'
import { TextArea } from '#design/web/fields/TextArea.tsx'
import { TextField } from '#design/web/fields/TextField.tsx'
import type { EntityDefinition } from '#entities/entity.ts'
import { entitiesOf, type Model } from '#entities/model.ts'
import { attributeUriProblems } from '#entities/rules.ts'
import { uriInput } from '#entities/web/AttributeDrafts.tsx'
import { ChangeType } from '#entities/web/ChangeType.tsx'
import { OptionsEditor } from '#entities/web/OptionsEditor.tsx'
import { InverseSelect } from '#entities/web/InverseSelect.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { descriptionLength, nameLength } from '#text/name.ts'
import { proposeUri } from '#text/uri.ts'

// Keys come with data: @texts attributes

export type AttributeFieldsProps = {
  readonly values: Attribute
  readonly isLocked: boolean
  readonly errorOf: (property: string) => string | undefined
  readonly onChange: (next: Partial<Attribute>) => void
}

type AttributeBasicsProps = AttributeFieldsProps & {
  readonly environmentId: string
  readonly entity: EntityDefinition
  readonly model: Model
  readonly isNew: boolean
  readonly former: Attribute
}

/** Those that stand alone, and the other ends of relationships. */
const newTypes: readonly AttributeTypeName[] = [...offeredTypeNames, '1:N', 'N:N']

/** What every attribute says: name, uri, type, description; and what a choice or a lookup cannot do without. */
export function AttributeBasics(props: AttributeBasicsProps) {
  const { environmentId, values, entity, model, isNew, isLocked, former, errorOf, onChange } = props
  const { t } = useLanguage()
  const [hasOwnUri, setOwnUri] = useState(false)
  const isTaken = (uri: string) => attributeUriProblems(uri, entity.attributes).length > 0
  const [taken] = isNew && values.uri !== '' ? attributeUriProblems(values.uri, entity.attributes) : []
  const control = (property: string, also?: string) => {
    const error = errorOf(property) ?? also
    return { name: property, ...(error === undefined ? {} : { error }) }
  }
  const isOfNewLookup = isNew && values.type === '1:N' && values.relationship_id === null
  const selects = entity.attributes.filter(({ id, type }) => type === 'select' && id !== values.id)
  const targets = entitiesOf(model)
    .filter((each) => !isOfNewLookup || !each.managed)
    .map(({ id, name, uri }) => ({ id, label: name, detail: uri }))
  return (
    <>
      <TextField
        {...control('name')}
        label={t('attributes.name')}
        value={values.name}
        onChange={(name) => onChange({ name, ...(isNew && !hasOwnUri ? { uri: proposeUri(name, isTaken) } : {}) })}
        undertext={t('entities.descriptionRange', nameLength)}
        autoFocus={isNew}
        autoComplete="off"
        required
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...control('uri', taken && t(`fault.${taken.code}`, taken.parameters))}
          {...uriInput}
          label={t('attributes.uri')}
          value={values.uri}
          isReadOnly={!isNew}
          undertext={t(isNew ? 'entities.uriHint' : 'entities.settings.uriFixed')}
          onChange={(typed) => {
            setOwnUri(typed !== '')
            onChange({ uri: typed.toLowerCase() })
          }}
        />
        {isNew ? (
          <TypeSelect
            {...control('type')}
            label={t('attributes.typeLabel')}
            value={values.type}
            types={newTypes}
            isDisabled={isLocked}
            onChange={(type) => onChange({ type })}
          />
        ) : (
          <ChangeType {...{ environmentId, entity, isLocked }} attribute={former} />
        )}
      </div>
      {attributeTypes[values.type].properties.includes('parent_attribute') && selects.length > 0 && (
        <Select
          {...control('parent_attribute')}
          label={t('attributes.property.parent_attribute')}
          clearable
          isDisabled={isLocked}
          placeholder={t('attributes.option.independent')}
          options={selects.map(({ id, name, uri }) => ({ id, label: name, detail: uri }))}
          value={values.parent_attribute ?? ''}
          onChange={(id) => onChange({ parent_attribute: id || null })}
        />
      )}
      {attributeTypes[values.type].properties.includes('options') && (
        <OptionsEditor
          parents={selects.find(({ id }) => id === values.parent_attribute)?.options}
          options={values.options}
          kept={isNew ? [] : former.options}
          error={errorOf('options')}
          isLocked={isLocked}
          onChange={(options) => onChange({ options })}
        />
      )}
      {values.type === '1:N' && isNew && <InverseSelect {...{ values, entity, model, isLocked, errorOf, onChange }} />}
      {(values.type === 'N:1' || values.type === 'N:N' || isOfNewLookup) && (
        <Select
          {...control('related_entity')}
          label={t(isOfNewLookup ? 'relationships.tableOf' : 'attributes.relatedEntity')}
          options={targets}
          value={values.related_entity ?? ''}
          isDisabled={isLocked || !isNew}
          placeholder={t('design.choose')}
          onChange={(id) => onChange({ related_entity: id || null })}
          required
        />
      )}
      <TextArea
        {...control('description')}
        label={t('entities.description')}
        rows={2}
        value={values.description ?? ''}
        onChange={(text) => onChange({ description: text || null })}
        undertext={t('entities.descriptionHint', descriptionLength)}
      />
    </>
  )
}
