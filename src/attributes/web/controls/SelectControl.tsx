import { optionLabelOf } from '#attributes/attribute.ts'
import { fieldProps, type ControlProps } from '#attributes/web/control.ts'
import { Select } from '#design/web/Select.tsx'
import { useLanguage } from '#language/web/language.tsx'

/** One of the maker's choices; one that is no longer offered stays where it was chosen. */
export function SelectControl(props: ControlProps) {
  const { field, value, onChange, isReadOnly } = props
  const { t } = useLanguage()
  const offered = field.options.filter((option) => option.active || option.value === value)
  return (
    <Select
      {...fieldProps(props)}
      options={offered.map((option) => ({ id: option.value, label: optionLabelOf(field, option.value, t) }))}
      value={String(value ?? '')}
      onChange={(id) => onChange(id === '' ? null : id)}
      clearable={!field.required}
      isDisabled={isReadOnly}
      {...(field.placeholder ? { placeholder: field.placeholder } : {})}
    />
  )
}
