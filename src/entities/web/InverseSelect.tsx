import { Select } from '#design/web/Select.tsx'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { inverseOf } from '#entities/relationshipEnds.ts'
import type { AttributeFieldsProps } from '#entities/web/AttributeBasics.tsx'
import { useLanguage } from '#language/web/language.tsx'

type InverseSelectProps = AttributeFieldsProps & { readonly entity: EntityDefinition; readonly model: Model }

/** Which lookup to this table a 1:N attribute is the other end of: those that have no name here yet. */
export function InverseSelect({ values, entity, model, isLocked, errorOf, onChange }: InverseSelectProps) {
  const { t } = useLanguage()
  const open = [...model.relationships.values()].filter(
    (each) => each.cardinality === 'N:1' && each.to_entity === entity.id && !inverseOf(model, each),
  )
  const error = errorOf('relationship_id')
  return (
    <Select
      name="relationship_id"
      label={t('relationships.lookup')}
      value={values.relationship_id ?? ''}
      isDisabled={isLocked || open.length === 0}
      placeholder={t('design.choose')}
      options={open.map(({ id, name, from_entity }) => ({
        id,
        label: name,
        detail: model.entities.get(from_entity)?.name ?? '',
      }))}
      undertext={t(open.length === 0 ? 'relationships.noLookup' : 'relationships.lookupHint')}
      {...(error === undefined ? {} : { error })}
      onChange={(id) =>
        onChange({ relationship_id: id || null, related_entity: model.relationships.get(id)?.from_entity ?? null })
      }
      required
    />
  )
}
