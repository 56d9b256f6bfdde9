import type { Ownership } from '#entities/entity.ts'
import { ownerships } from '#entities/entity.ts'
import { isColour } from '#design/brand.ts'
import { ColorField } from '#design/web/fields/ColorField.tsx'
import { Field } from '#design/web/fields/Field.tsx'
import { FormSection } from '#design/web/layout/FormSection.tsx'
import { SegmentedControl } from '#design/web/choice/SegmentedControl.tsx'
import { Select } from '#design/web/choice/Select.tsx'
import { TextArea } from '#design/web/fields/TextArea.tsx'
import { EntityMark } from '#entities/web/EntityMark.tsx'
import { defaultColour, environmentColours } from '#environments/colour.ts'
import { environmentIcons } from '#environments/icon.ts'
import { environmentPictures } from '#environments/web/EnvironmentPicture.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { descriptionLength } from '#text/name.ts'

/** What both the new and the finished entity say beside their names. */
export type EntityLook = {
  readonly description: string
  readonly ownership: Ownership
  readonly icon: string | null
  readonly color: string | null
}

type EntityFieldsProps = {
  readonly value: EntityLook
  readonly onChange: (next: Partial<EntityLook>) => void
  readonly errorOf: (name: string) => string | undefined
}

/** What an entity is for. */
export function EntityDescription({ value, onChange, errorOf }: EntityFieldsProps) {
  const { t } = useLanguage()
  const error = errorOf('description')
  return (
    <TextArea
      label={t('entities.description')}
      name="description"
      rows={2}
      value={value.description}
      onChange={(description) => onChange({ description })}
      undertext={t('entities.descriptionHint', descriptionLength)}
      {...(error === undefined ? {} : { error })}
    />
  )
}

/** Whose the records of an entity are. */
export function EntityOwnership({ value, onChange }: Omit<EntityFieldsProps, 'errorOf'>) {
  const { t } = useLanguage()
  return (
    <Field label={t('entities.ownership.label')} undertext={t(`entities.ownership.${value.ownership}Text`)}>
      {() => (
        <div>
          <SegmentedControl
            label={t('entities.ownership.label')}
            segments={ownerships.map((id) => ({ id, label: t(`entities.ownership.${id}`) }))}
            value={value.ownership}
            onChange={(ownership) => onChange({ ownership })}
          />
        </div>
      )}
    </Field>
  )
}

/** Icon and colour of an entity, and how both look where it is named. */
export function EntityLookSection({ value, name, onChange, errorOf }: EntityFieldsProps & { readonly name: string }) {
  const { t } = useLanguage()
  const error = errorOf('color')
  return (
    <FormSection
      title={t('entities.section.look')}
      text={t('entities.section.lookText')}
      beside={
        <span className="flex items-center gap-2.5">
          <EntityMark
            entity={{ name, icon: value.icon, color: value.color && isColour(value.color) ? value.color : null }}
            size={24}
          />
          <span className="min-w-0 truncate font-medium">{name}</span>
        </span>
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <IconSelect value={value.icon} onChange={(icon) => onChange({ icon })} />
        <ColorField
          label={t('entities.color')}
          name="color"
          swatches={environmentColours}
          fallback={defaultColour}
          value={value.color ?? ''}
          onChange={(color) => onChange({ color: color === '' ? null : color })}
          {...(error === undefined ? {} : { error })}
        />
      </div>
    </FormSection>
  )
}

type IconSelectProps = {
  readonly value: string | null
  readonly isDisabled?: boolean
  readonly onChange: (icon: string | null) => void
}

/** Chooses one of our pictures, or none. */
export function IconSelect({ value, isDisabled = false, onChange }: IconSelectProps) {
  const { t } = useLanguage()
  const options = environmentIcons.map((id) => {
    const Picture = environmentPictures[id]
    return { id, label: t(`environments.pictures.${id}`), icon: <Picture size={16} aria-hidden /> }
  })
  return (
    <Select
      label={t('entities.icon')}
      name="icon"
      isDisabled={isDisabled}
      options={options}
      clearable
      placeholder={t('design.none')}
      value={value ?? ''}
      onChange={(icon) => onChange(icon === '' ? null : icon)}
    />
  )
}
