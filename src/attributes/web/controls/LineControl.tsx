import { ExternalLink } from 'lucide-react'
import type { HTMLInputTypeAttribute } from 'react'
import { listMetadata } from '#attributes/listMetadata.ts'
import type { ControlName } from '#attributes/type.ts'
import { linkOf } from '#attributes/web/link.ts'
import { fieldProps, type ControlProps } from '#attributes/web/control.ts'
import { TextField } from '#design/web/fields/TextField.tsx'
import { useLanguage } from '#language/web/language.tsx'

const inputTypes: Partial<Record<ControlName, HTMLInputTypeAttribute>> = {
  email: 'email',
  url: 'url',
  tel: 'tel',
  search: 'search',
}

/** A line of text, an address or a number to call; what it leads to opens beside it. */
export function LineControl(props: ControlProps) {
  const { field, value, onChange, isReadOnly } = props
  const { t } = useLanguage()
  const { control } = listMetadata[field.type]
  const text = String(value ?? '')
  const link = linkOf(control, text)
  return (
    <TextField
      {...fieldProps(props)}
      type={inputTypes[control] ?? 'text'}
      value={text}
      onChange={(next) => onChange(next === '' ? null : next)}
      isReadOnly={isReadOnly}
      pretext={field.pretext}
      placeholder={field.placeholder ?? undefined}
      autoComplete={field.autocomplete ?? 'off'}
      autoCapitalize={field.autocapitalize ?? undefined}
      spellCheck={field.spellcheck ?? undefined}
      posttext={
        link && (
          <a
            href={link}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={t('attributes.openLink', { name: props.label })}
            className="focus-ring grid size-6 place-items-center rounded-small hover:text-text pointer-coarse:size-11"
          >
            <ExternalLink size={14} aria-hidden />
          </a>
        )
      }
    />
  )
}
