import type { Attribute } from '#attributes/attribute.ts'
import { cssClasses } from '#attributes/cssClass.ts'
import { Select } from '#design/web/choice/Select.tsx'
import { useLanguage } from '#language/web/language.tsx'

type ChoicePropertyProps = {
  readonly name: 'input_trigger' | 'autocapitalize' | 'cssclass' | 'spellcheck'
  readonly field: { readonly name: string; readonly label: string; readonly error?: string }
  readonly values: Attribute
  readonly isLocked: boolean
  readonly onChange: (next: Partial<Attribute>) => void
}

/** A property that is one of a few, or as usual. */
export function ChoiceProperty({ name, field, values, isLocked, onChange }: ChoicePropertyProps) {
  const { t } = useLanguage()
  switch (name) {
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
  }
}

function triggerOf({ input_trigger }: Attribute, on: string): Attribute['input_trigger'] {
  if (on === '') return null
  return { effects: input_trigger?.effects ?? [], on: on as NonNullable<Attribute['input_trigger']>['on'] }
}
