import type { PropertyName } from '#attributes/properties.ts'
import { attributeTypes } from '#attributes/types.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import type { AttributeFieldsProps } from '#entities/web/AttributeBasics.tsx'
import { PropertyControl } from '#entities/web/PropertyControl.tsx'
import type { ViewsFor } from '#entities/web/properties/RelatedViewSelect.tsx'
import { useLanguage } from '#language/web/language.tsx'

/** The properties by what they are about; those that a type does not have are left out, and so is a group without any. */
const groups = [
  { id: 'calculation', names: ['expression', 'result', 'rollup', 'query', 'run', 'shown_over_hidden'] },
  { id: 'candidates', names: ['related_view', 'related_filter'] },
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
      'currency',
      'stars',
      'format',
      'nogaps',
      'maxcount',
      'maxsize',
      'accept',
      'pattern',
      'default',
      'default_expression',
      'validators',
    ],
  },
  { id: 'use', names: ['searchable', 'queryable', 'auditable'] },
  { id: 'look', names: ['related_view', 'placeholder', 'pretext', 'undertext', 'title', 'icon', 'cssclass'] },
  { id: 'typing', names: ['autocomplete', 'autocapitalize', 'spellcheck', 'input_trigger'] },
] as const satisfies readonly { id: string; names: readonly PropertyName[] }[]

type AttributePropertiesProps = AttributeFieldsProps & {
  readonly entity: EntityDefinition
  readonly model: Model
  readonly viewsFor: ViewsFor
}

export function AttributeProperties(props: AttributePropertiesProps) {
  const { values, entity, model, isLocked, viewsFor, errorOf, onChange } = props
  const { t } = useLanguage()
  const known: readonly PropertyName[] = attributeTypes[values.type].properties
  return groups.map(({ id, names }) => {
    const shown = names.filter((name) => known.includes(name) && isAbout(id, name, values))
    if (shown.length === 0) return null
    return (
      <section key={id} aria-labelledby={`group-${id}`} className="flex flex-col gap-3 border-t border-line pt-4">
        <h3 id={`group-${id}`} className="font-semibold">
          {t(`attributes.group.${id}`)}
        </h3>
        {[shown.filter(isSwitch), shown.filter((name) => !isSwitch(name))].map(
          (names, at) =>
            names.length > 0 && (
              <div key={at === 0 ? 'switches' : 'fields'} className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
                {names.map((name) => (
                  <PropertyControl
                    key={name}
                    {...{ name, values, entity, model, isLocked, viewsFor, errorOf, onChange }}
                    error={errorOf(name)}
                  />
                ))}
              </div>
            ),
        )}
      </section>
    )
  })
}

// Boxes to tick stand together before the fields, which are higher.
const switches: readonly PropertyName[] = [
  'required',
  'unique',
  'readonly',
  'nogaps',
  'searchable',
  'queryable',
  'auditable',
]
const isSwitch = (name: PropertyName) => switches.includes(name)

/**
 * A view says which records may be chosen; of those that point here, it says only how they look. What a rollup gives follows
 * from what it gathers.
 */
function isAbout(group: (typeof groups)[number]['id'], name: PropertyName, { type }: AttributeFieldsProps['values']) {
  if (name === 'result') return type === 'formula'
  return name !== 'related_view' || group === (type === '1:N' ? 'look' : 'candidates')
}
