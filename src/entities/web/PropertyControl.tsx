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
import { IconSelect } from '#entities/web/EntityFields.tsx'
import { useLanguage } from '#language/web/language.tsx'

type PropertyControlProps = {
  readonly name: Exclude<PropertyName, 'options' | 'related_entity' | 'position'>
  readonly values: Attribute
  readonly error: string | undefined
  readonly isLocked: boolean
  readonly onChange: (next: Partial<Attribute>) => void
}

/** The control of one property, by what the property holds. */
export function PropertyControl({ name, values, error, isLocked, onChange }: PropertyControlProps) {
  const { t } = useLanguage()
  const label = t(`attributes.property.${name}`)
  const field = { name, label, ...(error === undefined ? {} : { error }) }
  switch (name) {
    case 'required':
    case 'unique':
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
      return (
        <NumberField {...field} value={values[name] ?? ''} onChange={(text) => onChange({ [name]: text || null })} />
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
          value={String(values[name] ?? '')}
          onChange={(text) => onChange({ [name]: text || null })}
          autoComplete="off"
          {...hintOf(name, t)}
        />
      )
  }
}

/** A default is typed as the value itself will be. */
function DefaultControl({
  values,
  label,
  error,
  isLocked,
  onChange,
}: Omit<PropertyControlProps, 'name'> & { label: string }) {
  const Control = controls[attributeTypes[values.type].control]
  const unsaid = { description: null, icon: null, pretext: null, undertext: null, placeholder: null }
  const plain = { ...values, ...unsaid, required: false, readonly: false }
  return (
    <Control
      key={values.type}
      field={plain}
      name="default"
      label={label}
      value={(values.default as WireValue) ?? null}
      linked={undefined}
      isReadOnly={isLocked}
      onChange={(value) => onChange({ default: defaultOf(value) })}
      findLinked={() => Promise.resolve([])}
      {...(error === undefined ? {} : { error })}
    />
  )
}

function defaultOf(value: WireValue): Attribute['default'] {
  return value === '' ? null : (value as Attribute['default'])
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
