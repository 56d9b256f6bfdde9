import { Plus, X } from 'lucide-react'
import type { Attribute } from '#attributes/attribute.ts'
import { validatorNames, type Validator } from '#attributes/propertySchema.ts'
import { Button } from '#design/web/button/Button.tsx'
import { IconButton } from '#design/web/button/IconButton.tsx'
import { Select } from '#design/web/choice/Select.tsx'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { FormulaField } from '#entities/web/properties/FormulaField.tsx'
import { useLanguage } from '#language/web/language.tsx'

type ValidatorsEditorProps = {
  readonly values: Attribute
  readonly entity: EntityDefinition
  readonly model: Model
  readonly isLocked: boolean
  readonly errorOf: (property: string) => string | undefined
  readonly onChange: (validators: readonly Validator[]) => void
}

/** The named checks that a value must pass beside those of its type. */
export function ValidatorsEditor({ values, entity, model, isLocked, errorOf, onChange }: ValidatorsEditorProps) {
  const { t } = useLanguage()
  const { validators } = values
  const change = (at: number, next: Validator) => onChange(validators.with(at, next))
  const others = entity.attributes.filter(({ id, type }) => id !== values.id && type === values.type)
  const error = errorOf('validators')
  return (
    <div role="group" aria-label={t('attributes.property.validators')} className="flex flex-col gap-2 sm:col-span-2">
      <span className="text-label font-medium text-muted">{t('attributes.property.validators')}</span>
      {validators.map((validator, at) => (
        <div key={at} className="flex items-start gap-1.5">
          <div className="grid min-w-0 flex-1 gap-2 sm:grid-cols-2">
            <Select
              label={t('attributes.check.number', { number: at + 1 })}
              labelHidden
              name={`validators.${at}.name`}
              isDisabled={isLocked}
              options={validatorNames.map((id) => ({ id, label: t(`attributes.check.${id}`) }))}
              value={validator.name}
              onChange={(name) => change(at, { name: name as Validator['name'] })}
            />
            {validator.name === 'same-as' && (
              <Select
                label={t('attributes.check.attribute')}
                labelHidden
                isDisabled={isLocked}
                options={others.map(({ id, name }) => ({ id, label: name }))}
                value={validator.attribute ?? ''}
                onChange={(attribute) => change(at, { name: 'same-as', attribute })}
              />
            )}
            {validator.name === 'expression' && (
              <FormulaField
                {...{ model }}
                attribute={values}
                place="validators"
                label={t('attributes.check.expression')}
                labelHidden
                name={`validators.${at}.expression`}
                value={validator.expression ?? ''}
                isReadOnly={isLocked}
                error={errorOf(`validators.${at}.expression`)}
                onChange={(expression) => change(at, { name: 'expression', expression })}
              />
            )}
          </div>
          {!isLocked && (
            <IconButton
              label={t('attributes.check.remove', { number: at + 1 })}
              icon={<X />}
              onPress={() => onChange(validators.toSpliced(at, 1))}
            />
          )}
        </div>
      ))}
      {!isLocked && validators.length < 10 && (
        <Button
          className="self-start"
          icon={<Plus aria-hidden />}
          onPress={() => onChange([...validators, { name: 'future' }])}
        >
          {t('attributes.check.add')}
        </Button>
      )}
      {error !== undefined && <p className="text-label text-red">{error}</p>}
    </div>
  )
}
