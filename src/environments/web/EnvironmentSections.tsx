import { environmentColours } from '#environments/colour.ts'
import type { EnvironmentIcon } from '#environments/icon.ts'
import { EnvironmentMark } from '#environments/web/EnvironmentMark.tsx'
import { IconChoice } from '#environments/web/IconChoice.tsx'
import { isColour } from '#design/brand.ts'
import { ColorField } from '#design/web/fields/ColorField.tsx'
import { FormSection } from '#design/web/layout/FormSection.tsx'
import { TextArea } from '#design/web/fields/TextArea.tsx'
import { TextField } from '#design/web/fields/TextField.tsx'
import { useLanguage } from '#language/web/language.tsx'

/** What a text control is given by its form. */
type TextControl = {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error?: string
}

type AboutSectionProps = { readonly text: (name: 'company' | 'url' | 'description') => TextControl }

/** What an environment may say of itself. */
export function AboutSection({ text }: AboutSectionProps) {
  const { t } = useLanguage()
  return (
    <FormSection title={t('environments.section.about')} text={t('environments.section.aboutText')}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...text('company')} autoComplete="organization" />
        <TextField {...text('url')} type="url" inputMode="url" placeholder="https://" />
      </div>
      <TextArea {...text('description')} />
    </FormSection>
  )
}

type LookSectionProps = {
  readonly name: string
  readonly icon: EnvironmentIcon | null
  readonly color: TextControl
  readonly onIcon: (icon: EnvironmentIcon | null) => void
}

/** Colour and icon of an environment, and how they look. */
export function LookSection({ name, icon, color, onIcon }: LookSectionProps) {
  const { t } = useLanguage()
  const shown = name.trim() === '' ? t('environments.create.title') : name
  return (
    <FormSection
      title={t('environments.section.look')}
      text={t('environments.section.lookText')}
      beside={
        <span className="flex items-center gap-2.5">
          <EnvironmentMark
            environment={{ name: shown, icon, color: isColour(color.value) ? color.value : null }}
            size={32}
          />
          <span className="min-w-0 truncate font-semibold">{shown}</span>
        </span>
      }
    >
      <ColorField {...color} swatches={environmentColours} />
      <IconChoice value={icon} name={name} onChange={onIcon} />
    </FormSection>
  )
}
