import { offeredOptions } from '#attributes/offeredOption.ts'
import { listOfTexts } from '#attributes/textList.ts'
import { fieldProps, type ControlProps } from '#attributes/web/control.ts'
import { optionLine } from '#attributes/web/optionLine.tsx'
import { MultiSelect } from '#design/web/choice/MultiSelect.tsx'
import { useLanguage } from '#language/web/language.tsx'

/** Several of the maker's choices. */
export function MultiSelectAttributeControl(props: ControlProps) {
  const { field, value, onChange, isReadOnly, parentValue = null } = props
  const { t } = useLanguage()
  const chosen = value === null || value === '' ? [] : listOfTexts(value)
  return (
    <MultiSelect
      {...fieldProps(props)}
      options={offeredOptions(field, chosen, parentValue).map((option) => optionLine(field, option, t))}
      value={chosen}
      onChange={(ids) => onChange(ids.length === 0 ? null : ids)}
      isDisabled={isReadOnly}
      {...(field.placeholder ? { placeholder: field.placeholder } : {})}
    />
  )
}
