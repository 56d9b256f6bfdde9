import type { Attribute } from '#attributes/attribute.ts'
import { Select } from '#design/web/choice/Select.tsx'
import type { Model } from '#entities/model.ts'
import { useLanguage } from '#language/web/language.tsx'

/** The views of its related entity that an attribute may name. */
export type ViewsFor = (model: Model, attribute: Attribute) => readonly { readonly id: string; readonly name: string }[]

type RelatedViewSelectProps = {
  readonly values: Attribute
  readonly views: ReturnType<ViewsFor>
  readonly isLocked: boolean
  readonly error: string | undefined
  readonly onChange: (id: string | null) => void
}

/** Which records may be chosen, and how those that belong to a record are listed. */
export function RelatedViewSelect({ values, views, isLocked, error, onChange }: RelatedViewSelectProps) {
  const { t } = useLanguage()
  const { type, related_view, related_entity } = values
  return (
    <Select
      name="related_view"
      label={t(type === '1:N' ? 'attributes.view.list' : 'attributes.property.related_view')}
      undertext={t(hints[type === '1:N' || type === 'N:N' ? type : 'N:1'])}
      clearable
      isDisabled={isLocked || related_entity === null}
      placeholder={t(type === '1:N' ? 'attributes.asUsual' : 'attributes.view.none')}
      options={views.map(({ id, name }) => ({ id, label: name }))}
      value={related_view ?? ''}
      onChange={(id) => onChange(id || null)}
      {...(error === undefined ? {} : { error })}
    />
  )
}

const hints = {
  'N:1': 'attributes.view.lookupHint',
  'N:N': 'attributes.view.manyHint',
  '1:N': 'attributes.view.listHint',
} as const
