import type { PropertyName } from '#attributes/properties.ts'
import { attributeTypes } from '#attributes/types.ts'
import type { AttributeFieldsProps } from '#entities/web/AttributeBasics.tsx'
import { PropertyControl } from '#entities/web/PropertyControl.tsx'
import { useLanguage } from '#language/web/language.tsx'

/** The properties by what they are about; those that a type does not have are left out, and so is a group without any. */
const groups = [
  {
    id: 'rules',
    names: [
      'required',
      'unique',
      'readonly',
      'minlength',
      'maxlength',
      'min',
      'max',
      'precision',
      'scale',
      'pattern',
      'default',
    ],
  },
  { id: 'use', names: ['searchable', 'queryable', 'auditable'] },
  { id: 'look', names: ['placeholder', 'pretext', 'undertext', 'title', 'icon', 'cssclass'] },
  { id: 'typing', names: ['autocomplete', 'autocapitalize', 'spellcheck'] },
] as const satisfies readonly { id: string; names: readonly PropertyName[] }[]

export function AttributeProperties({ values, isLocked, errorOf, onChange }: AttributeFieldsProps) {
  const { t } = useLanguage()
  const known: readonly PropertyName[] = attributeTypes[values.type].properties
  return groups.map(({ id, names }) => {
    const shown = names.filter((name) => known.includes(name))
    if (shown.length === 0) return null
    return (
      <section key={id} aria-labelledby={`group-${id}`} className="flex flex-col gap-3 border-t border-line pt-4">
        <h3 id={`group-${id}`} className="font-semibold">
          {t(`attributes.group.${id}`)}
        </h3>
        <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
          {shown.map((name) => (
            <PropertyControl key={name} {...{ name, values, isLocked, onChange }} error={errorOf(name)} />
          ))}
        </div>
      </section>
    )
  })
}
