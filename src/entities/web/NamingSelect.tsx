import type { Attribute } from '#attributes/attribute.ts'
import { attributeTypes } from '#attributes/types.ts'
import { Select } from '#design/web/choice/Select.tsx'
import { useLanguage } from '#language/web/language.tsx'

// Keys come with data: @texts attributes

type NamingSelectProps = {
  /** What may name records, each under what `onChange` is told: an id, or a uri where there is none yet. */
  readonly choices: readonly (Pick<Attribute, 'name' | 'type'> & { readonly id: string })[]
  readonly value: string | null
  readonly onChange: (naming: string | null) => void
  /** Whether there may be records that would get other names. */
  readonly renames?: boolean
  readonly error?: string | undefined
}

/** What names the records of a table: people who type, or one of its values. */
export function NamingSelect({ choices, value, onChange, renames = false, error }: NamingSelectProps) {
  const { t } = useLanguage()
  const said = value === null ? t('entities.naming.typedText') : t('entities.naming.filledText')
  return (
    <Select
      className="max-w-140"
      label={t('entities.naming.label')}
      name="naming"
      clearable
      placeholder={t('entities.naming.typed')}
      undertext={renames && value !== null ? `${said} ${t('entities.naming.renames')}` : said}
      options={choices.map(({ id, name, type }) => ({ id, label: name, detail: t(attributeTypes[type].label) }))}
      value={value ?? ''}
      onChange={(id) => onChange(id === '' ? null : id)}
      {...(error === undefined ? {} : { error })}
    />
  )
}
