import { SlidersHorizontal } from 'lucide-react'
import type { AttributeOption } from '#attributes/properties.ts'
import { Checkbox } from '#design/web/fields/Checkbox.tsx'
import { ColorField } from '#design/web/fields/ColorField.tsx'
import { IconButton } from '#design/web/button/IconButton.tsx'
import { Popover } from '#design/web/overlay/Popover.tsx'
import { Select } from '#design/web/choice/Select.tsx'
import { TextField } from '#design/web/fields/TextField.tsx'
import { IconSelect } from '#entities/web/EntityFields.tsx'
import { useLanguage } from '#language/web/language.tsx'

type OptionDetailsProps = {
  readonly option: AttributeOption
  /** The choices of the select that this one depends on; none where it depends on nothing. */
  readonly parents: readonly AttributeOption[] | undefined
  readonly isLocked: boolean
  readonly onChange: (next: Partial<AttributeOption>) => void
}

/** What a choice says beside its label: colour, picture, description, whether it is still offered, and under which choice. */
export function OptionDetails({ option, parents, isLocked, onChange }: OptionDetailsProps) {
  const { t } = useLanguage()
  return (
    <Popover
      label={t('attributes.option.details', { label: option.label })}
      placement="bottom end"
      trigger={
        <IconButton label={t('attributes.option.details', { label: option.label })} icon={<SlidersHorizontal />} />
      }
    >
      <div className="flex w-80 max-w-full flex-col gap-3">
        {parents && (
          <Select
            label={t('attributes.option.parent')}
            clearable
            isDisabled={isLocked}
            placeholder={t('attributes.option.always')}
            options={parents.map(({ value, label }) => ({ id: value, label }))}
            value={option.parent ?? ''}
            onChange={(parent) => onChange({ parent: parent || null })}
          />
        )}
        <TextField
          label={t('entities.description')}
          value={option.description ?? ''}
          maxLength={255}
          isReadOnly={isLocked}
          onChange={(description) => onChange({ description: description || null })}
        />
        <ColorField
          label={t('attributes.option.colour')}
          value={option.color ?? ''}
          isDisabled={isLocked}
          onChange={(color) => onChange({ color: color || null })}
        />
        <IconSelect value={option.icon ?? null} isDisabled={isLocked} onChange={(icon) => onChange({ icon })} />
        <Checkbox isSelected={option.active} isDisabled={isLocked} onChange={(active) => onChange({ active })}>
          {t('attributes.option.active')}
        </Checkbox>
      </div>
    </Popover>
  )
}
