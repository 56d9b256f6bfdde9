import type { Attribute } from '#attributes/attribute.ts'
import { sideTextLength } from '#attributes/sideText.ts'
import { TextField } from '#design/web/fields/TextField.tsx'
import { useLanguage } from '#language/web/language.tsx'

type TextName =
  | ('run' | 'accept' | 'currency' | 'format' | 'parent_attribute')
  | ('title' | 'pretext' | 'undertext' | 'placeholder' | 'pattern' | 'autocomplete')

type TextPropertyProps = {
  readonly name: TextName
  readonly field: { readonly name: string; readonly label: string; readonly error?: string }
  readonly values: Attribute
  readonly onChange: (next: Partial<Attribute>) => void
}

/** A property that is typed. */
export function TextProperty({ name, field, values, onChange }: TextPropertyProps) {
  const { t } = useLanguage()
  switch (name) {
    case 'run':
      return (
        <TextField
          {...field}
          label={t('attributes.run.confirm')}
          undertext={t('attributes.run.hint')}
          value={values.run?.confirm ?? ''}
          maxLength={255}
          autoComplete="off"
          onChange={(confirm) =>
            onChange({ run: { automation: values.run?.automation ?? null, confirm: confirm || null } })
          }
        />
      )
    case 'accept':
      return (
        <TextField
          {...field}
          undertext={t('attributes.acceptHint')}
          value={values.accept.join(', ')}
          autoComplete="off"
          onChange={(text) => onChange({ accept: text.split(',').map((part) => part.trim()) })}
          onBlur={() => onChange({ accept: values.accept.filter((part) => part !== '') })}
        />
      )
    case 'currency':
      return (
        <TextField
          {...field}
          undertext={t('attributes.currencyHint')}
          value={values.currency ?? ''}
          maxLength={3}
          autoComplete="off"
          autoCapitalize="characters"
          onChange={(text) => onChange({ currency: text.toUpperCase() || null })}
        />
      )
    case 'format':
      return (
        <TextField
          {...field}
          undertext={t('attributes.formatHint')}
          value={values.format ?? ''}
          autoComplete="off"
          onChange={(format) => onChange({ format: format || null })}
        />
      )
    default:
      return (
        <TextField
          {...field}
          value={values[name] ?? ''}
          onChange={(text) => onChange({ [name]: text || null })}
          autoComplete="off"
          {...hintOf(name, t)}
        />
      )
  }
}

function hintOf(name: string, t: ReturnType<typeof useLanguage>['t']) {
  if (name === 'pretext' || name === 'undertext')
    return { undertext: t('attributes.sideText', { max: sideTextLength }) }
  if (name === 'title') return { undertext: t('attributes.titleHint') }
  return {}
}
