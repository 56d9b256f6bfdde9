import { offeredOptions } from '#attributes/offeredOption.ts'
import { fieldProps, type ControlProps } from '#attributes/web/control.ts'
import { optionLine } from '#attributes/web/optionLine.tsx'
import { Select } from '#design/web/choice/Select.tsx'
import { useLanguage } from '#language/web/language.tsx'

/** One of the maker's choices; one that is no longer offered stays where it was chosen. */
export function SelectAttributeControl(props: ControlProps) {
  const { field, value, onChange, isReadOnly, parentValue = null } = props
  const { t } = useLanguage()
  const chosen = String(value ?? '')
  return (
    <Select
      {...fieldProps(props)}
      options={offeredOptions(field, [chosen], parentValue).map((option) => optionLine(field, option, t))}
      value={chosen}
      onChange={(id) => onChange(id === '' ? null : id)}
      clearable={!field.required}
      isDisabled={isReadOnly}
      {...(field.placeholder ? { placeholder: field.placeholder } : {})}
    />
  )
}
