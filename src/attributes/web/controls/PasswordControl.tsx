import { fieldProps, type ControlProps } from '#attributes/web/control.ts'
import { PasswordField } from '#design/web/fields/PasswordField.tsx'
import { useLanguage } from '#language/web/language.tsx'

/** A secret that is only ever set anew: what was set before is not known here. */
export function PasswordControl(props: ControlProps) {
  const { field, value, onChange, isReadOnly } = props
  const { t } = useLanguage()
  const told = fieldProps(props)
  return (
    <PasswordField
      {...told}
      undertext={field.undertext ?? t('attributes.passwordHint')}
      autoComplete="new-password"
      value={String(value ?? '')}
      onChange={(text) => onChange(text === '' ? null : text)}
      isReadOnly={isReadOnly}
      placeholder={field.placeholder ?? undefined}
    />
  )
}
