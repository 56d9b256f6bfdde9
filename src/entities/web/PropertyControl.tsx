import { createElement } from 'react'
import type { Attribute } from '#attributes/attribute.ts'
import { cssClasses } from '#attributes/cssClass.ts'
import type { PropertyName } from '#attributes/properties.ts'
import { sideTextLength } from '#attributes/sideText.ts'
import type { WireValue } from '#attributes/type.ts'
import { attributeTypes } from '#attributes/types.ts'
import { controls } from '#attributes/web/controls.ts'
import { Checkbox } from '#design/web/Checkbox.tsx'
import { NumberField } from '#design/web/NumberField.tsx'
import { Select } from '#design/web/Select.tsx'
import { TextField } from '#design/web/TextField.tsx'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { IconSelect } from '#entities/web/EntityFields.tsx'
import { FormulaField } from '#entities/web/properties/FormulaField.tsx'
import { QueryEditor } from '#entities/web/properties/QueryEditor.tsx'
import { RelatedViewSelect, type ViewsFor } from '#entities/web/properties/RelatedViewSelect.tsx'
import { RollupEditor } from '#entities/web/properties/RollupEditor.tsx'
import { ValidatorsEditor } from '#entities/web/properties/ValidatorsEditor.tsx'
import { useLanguage } from '#language/web/language.tsx'

type PropertyControlProps = {
  readonly name: Exclude<PropertyName, 'options' | 'related_entity' | 'relationship_id' | 'position'>
  readonly values: Attribute
  readonly entity: EntityDefinition
  readonly model: Model
  readonly viewsFor: ViewsFor
  readonly errorOf: (property: string) => string | undefined
  readonly error: string | undefined
  readonly isLocked: boolean
  readonly onChange: (next: Partial<Attribute>) => void
}

/** The control of one property, by what the property holds. */
export function PropertyControl(props: PropertyControlProps) {
  const { name, values, entity, model, viewsFor, errorOf, error, isLocked, onChange } = props
  const { t } = useLanguage()
  const label = t(`attributes.property.${name}`)
  const field = { name, label, ...(error === undefined ? {} : { error }) }
  switch (name) {
    case 'required':
    case 'unique':
    case 'nogaps':
    case 'readonly':
    case 'searchable':
    case 'queryable':
    case 'auditable':
      return (
        <Checkbox
          name={name}
          isSelected={values[name]}
          onChange={(isOn) => onChange({ [name]: isOn })}
          {...(error === undefined ? {} : { error })}
        >
          {label}
        </Checkbox>
      )
    case 'minlength':
    case 'maxlength':
    case 'precision':
    case 'scale':
    case 'stars':
    case 'maxcount':
    case 'maxsize':
      return (
        <NumberField
          {...field}
          decimal={false}
          value={values[name] === null ? '' : String(values[name])}
          onChange={(text) => onChange({ [name]: countOf(text) })}
        />
      )
    case 'min':
    case 'max':
      return <BoundControl {...{ name, values, error, isLocked, onChange }} label={label} />
    case 'validators':
      return (
        <ValidatorsEditor
          {...{ values, entity, model, isLocked, errorOf }}
          onChange={(validators) => onChange({ validators })}
        />
      )
    case 'rollup':
      return (
        <RollupEditor {...{ values, entity, model, isLocked, errorOf }} onChange={(rollup) => onChange({ rollup })} />
      )
    case 'related_view':
      return (
        <RelatedViewSelect
          {...{ values, isLocked, error }}
          views={viewsFor(model, values)}
          onChange={(related_view) => onChange({ related_view })}
        />
      )
    case 'query':
      return <QueryEditor {...{ error, isLocked }} value={values.query} onChange={(query) => onChange({ query })} />
    case 'run':
      return (
        <TextField
          {...field}
          label={t('attributes.run.confirm')}
          undertext={t('attributes.run.hint')}
          value={values.run?.confirm ?? ''}
          maxLength={255}
          autoComplete="off"
          onChange={(confirm) =>
            onChange({ run: { automation: values.run?.automation ?? null, confirm: confirm || null } })
          }
        />
      )
    case 'expression':
    case 'default_expression':
    case 'related_filter':
      return (
        <div className="sm:col-span-2">
          <FormulaField
            {...field}
            {...{ model, place: name }}
            attribute={values}
            required={name === 'expression'}
            error={error}
            undertext={t(`attributes.formula.${name}`)}
            value={values[name] ?? ''}
            isReadOnly={isLocked}
            onChange={(text) => onChange({ [name]: text || null })}
          />
        </div>
      )
    case 'accept':
      return (
        <TextField
          {...field}
          undertext={t('attributes.acceptHint')}
          value={values.accept.join(', ')}
          autoComplete="off"
          onChange={(text) => onChange({ accept: text.split(',').map((part) => part.trim()) })}
          onBlur={() => onChange({ accept: values.accept.filter((part) => part !== '') })}
        />
      )
    case 'currency':
      return (
        <TextField
          {...field}
          undertext={t('attributes.currencyHint')}
          value={values.currency ?? ''}
          maxLength={3}
          autoComplete="off"
          autoCapitalize="characters"
          onChange={(text) => onChange({ currency: text.toUpperCase() || null })}
        />
      )
    case 'format':
      return (
        <TextField
          {...field}
          undertext={t('attributes.formatHint')}
          value={values.format ?? ''}
          autoComplete="off"
          onChange={(format) => onChange({ format: format || null })}
        />
      )
    case 'input_trigger':
      return (
        <Select
          {...field}
          clearable
          isDisabled={isLocked}
          placeholder={t('attributes.trigger.change')}
          options={(['none', 'input', 'change', 'blur', 'enter'] as const).map((id) => ({
            id,
            label: t(`attributes.trigger.${id}`),
          }))}
          value={values.input_trigger?.on ?? ''}
          onChange={(id) => onChange({ input_trigger: triggerOf(values, id) })}
        />
      )
    case 'autocapitalize':
      return (
        <Select
          {...field}
          clearable
          isDisabled={isLocked}
          placeholder={t('attributes.asUsual')}
          options={(['none', 'sentences', 'words', 'characters'] as const).map((id) => ({
            id,
            label: t(`attributes.capitals.${id}`),
          }))}
          value={values.autocapitalize ?? ''}
          onChange={(id) => onChange({ autocapitalize: (id || null) as Attribute['autocapitalize'] })}
        />
      )
    case 'cssclass':
      return (
        <Select
          {...field}
          clearable
          isDisabled={isLocked}
          placeholder={t('attributes.asUsual')}
          options={cssClasses.map((id) => ({ id, label: t(`attributes.look.${id}`), detail: id }))}
          value={values.cssclass ?? ''}
          onChange={(id) => onChange({ cssclass: (id || null) as Attribute['cssclass'] })}
        />
      )
    case 'spellcheck':
      return (
        <Select
          {...field}
          clearable
          isDisabled={isLocked}
          placeholder={t('attributes.asUsual')}
          options={[
            { id: 'true', label: t('attributes.yes') },
            { id: 'false', label: t('attributes.no') },
          ]}
          value={values.spellcheck === null ? '' : String(values.spellcheck)}
          onChange={(id) => onChange({ spellcheck: id === '' ? null : id === 'true' })}
        />
      )
    case 'icon':
      return <IconSelect value={values.icon} onChange={(icon) => onChange({ icon })} />
    case 'default':
      return <DefaultControl {...{ values, error, isLocked, onChange }} label={label} />
    default:
      return (
        <TextField
          {...field}
          value={values[name] ?? ''}
          onChange={(text) => onChange({ [name]: text || null })}
          autoComplete="off"
          {...hintOf(name, t)}
        />
      )
  }
}

type SmallControlProps = Pick<PropertyControlProps, 'values' | 'error' | 'isLocked' | 'onChange'> & {
  readonly label: string
}

/** A bound is typed as the value itself will be. */
function BoundControl({
  name,
  values,
  label,
  error,
  isLocked,
  onChange,
}: SmallControlProps & { readonly name: 'min' | 'max' }) {
  const isNumber = values.type === 'number' || values.type === 'decimal'
  const control = isNumber ? 'decimal' : attributeTypes[values.type].control
  return createElement(controls[control], {
    field: isNumber ? { ...plainField(values), type: 'decimal' } : plainField(values),
    name,
    label,
    value: values[name],
    linked: undefined,
    isReadOnly: isLocked,
    onChange: (value) => onChange({ [name]: typeof value === 'string' ? value : null }),
    findLinked: findNone,
    ...(error === undefined ? {} : { error }),
  })
}

/** A default is typed as the value itself will be. */
function DefaultControl({ values, label, error, isLocked, onChange }: SmallControlProps) {
  const Control = controls[attributeTypes[values.type].control]
  return (
    <Control
      key={values.type}
      field={plainField(values)}
      name="default"
      label={label}
      value={(values.default as WireValue) ?? null}
      linked={undefined}
      isReadOnly={isLocked}
      onChange={(value) => onChange({ default: defaultOf(value) })}
      findLinked={findNone}
      {...(error === undefined ? {} : { error })}
    />
  )
}

const findNone = () => Promise.resolve([])

/** The attribute without what is only said of its own input. */
function plainField(values: Attribute): Attribute {
  const unsaid = { description: null, icon: null, pretext: null, undertext: null, placeholder: null }
  return { ...values, ...unsaid, required: false, readonly: false }
}

function triggerOf({ input_trigger }: Attribute, on: string): Attribute['input_trigger'] {
  if (on === '') return null
  return { effects: input_trigger?.effects ?? [], on: on as NonNullable<Attribute['input_trigger']>['on'] }
}

function defaultOf(value: WireValue): Attribute['default'] {
  return value === '' ? null : value
}

/** What is no whole number is kept as it was typed, for the rules to refuse. */
function countOf(text: string): number | null {
  if (text.trim() === '') return null
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : (text as unknown as number)
}

function hintOf(name: string, t: ReturnType<typeof useLanguage>['t']) {
  if (name === 'pretext' || name === 'undertext')
    return { undertext: t('attributes.sideText', { max: sideTextLength }) }
  if (name === 'title') return { undertext: t('attributes.titleHint') }
  return {}
}
