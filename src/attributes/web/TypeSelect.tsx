import { attributeTypes, isAttributeTypeName, offeredTypeNames, type AttributeTypeName } from '#attributes/types.ts'
import { typeIcons } from '#attributes/web/typeIcons.tsx'
import type { FieldProps } from '#design/web/fields/Field.tsx'
import { Select } from '#design/web/choice/Select.tsx'
import { useLanguage } from '#language/web/language.tsx'

type TypeSelectProps = FieldProps & {
  readonly name?: string
  readonly value: AttributeTypeName
  readonly onChange: (type: AttributeTypeName) => void
  /** The types to choose from; those that makers may choose when left out. */
  readonly types?: readonly AttributeTypeName[]
  readonly isDisabled?: boolean
}

/** Chooses an attribute type by its picture, name and what it is for. */
export function TypeSelect({ types = offeredTypeNames, onChange, ...props }: TypeSelectProps) {
  const { t } = useLanguage()
  const options = types.map((type) => {
    const Icon = typeIcons[type]
    const { label, description } = attributeTypes[type]
    return { id: type, label: t(label), detail: t(description), icon: <Icon size={16} aria-hidden /> }
  })
  return (
    <Select
      {...props}
      options={options}
      onChange={(type) => {
        if (isAttributeTypeName(type)) onChange(type)
      }}
    />
  )
}
