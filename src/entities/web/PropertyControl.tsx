import type { Attribute } from '#attributes/attribute.ts'
import type { PropertyName } from '#attributes/properties.ts'
import { Checkbox } from '#design/web/fields/Checkbox.tsx'
import { NumberField } from '#design/web/fields/NumberField.tsx'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { IconSelect } from '#entities/web/EntityFields.tsx'
import { ChoiceProperty } from '#entities/web/properties/ChoiceProperty.tsx'
import { FormulaField } from '#entities/web/properties/FormulaField.tsx'
import { QueryEditor } from '#entities/web/properties/QueryEditor.tsx'
import { RelatedViewSelect, type ViewsFor } from '#entities/web/properties/RelatedViewSelect.tsx'
import { ResultSelect, withExpression } from '#entities/web/properties/ResultSelect.tsx'
import { RollupEditor } from '#entities/web/properties/RollupEditor.tsx'
import { TextProperty } from '#entities/web/properties/TextProperty.tsx'
import { ValidatorsEditor } from '#entities/web/properties/ValidatorsEditor.tsx'
import { BoundControl, DefaultControl } from '#entities/web/properties/ValueControls.tsx'
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
    case 'shown_over_hidden':
      return (
        <div className="sm:col-span-2">
          <Checkbox
            name={name}
            isSelected={values.shown_over_hidden}
            onChange={(isOn) => onChange({ shown_over_hidden: isOn })}
            {...(error === undefined ? {} : { error })}
          >
            {label}
            <span className="block text-label text-muted">{t('attributes.formula.shownOverHidden')}</span>
          </Checkbox>
        </div>
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
    case 'expression':
    case 'default_expression':
    case 'related_filter':
      return <ExpressionProperty {...{ name, field, values, entity, model, error, isLocked, onChange }} />
    case 'input_trigger':
    case 'autocapitalize':
    case 'cssclass':
    case 'spellcheck':
      return <ChoiceProperty {...{ name, field, values, isLocked, onChange }} />
    case 'result':
      return <ResultSelect {...{ values, entity, model, field, isLocked, onChange }} />
    case 'icon':
      return <IconSelect value={values.icon} onChange={(icon) => onChange({ icon })} />
    case 'default':
      return <DefaultControl {...{ values, error, isLocked, onChange }} label={label} />
    default:
      return <TextProperty {...{ name, field, values, onChange }} />
  }
}

type ExpressionPropertyProps = Pick<
  PropertyControlProps,
  'values' | 'entity' | 'model' | 'error' | 'isLocked' | 'onChange'
> & {
  readonly name: 'expression' | 'default_expression' | 'related_filter'
  readonly field: { readonly name: string; readonly label: string; readonly error?: string }
}

function ExpressionProperty(props: ExpressionPropertyProps) {
  const { name, field, values, entity, model, error, isLocked, onChange } = props
  const { t } = useLanguage()
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
        onChange={(text) =>
          onChange(name === 'expression' ? withExpression(model, entity, text) : { [name]: text || null })
        }
      />
    </div>
  )
}

/** What is no whole number is kept as it was typed, for the rules to refuse. */
function countOf(text: string): number | null {
  if (text.trim() === '') return null
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : (text as unknown as number)
}
