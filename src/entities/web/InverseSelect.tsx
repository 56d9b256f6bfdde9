import { Select } from '#design/web/choice/Select.tsx'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { inverseOf } from '#entities/relationshipEnds.ts'
import type { AttributeFieldsProps } from '#entities/web/AttributeBasics.tsx'
import { useLanguage } from '#language/web/language.tsx'

type InverseSelectProps = AttributeFieldsProps & { readonly entity: EntityDefinition; readonly model: Model }

/** What is chosen to have a lookup made. */
const fresh = 'new'

/** Which lookup to this table a 1:N attribute is the other end of: one that has no name here yet, or one to be made with it. */
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
      value={values.relationship_id ?? fresh}
      isDisabled={isLocked}
      options={[
        { id: fresh, label: t('relationships.newLookupChoice') },
        ...open.map(({ id, name, from_entity }) => ({
          id,
          label: name,
          detail: model.entities.get(from_entity)?.name ?? '',
        })),
      ]}
      undertext={t('relationships.lookupHint')}
      {...(error === undefined ? {} : { error })}
      onChange={(id) =>
        onChange({
          relationship_id: id === fresh ? null : id,
          related_entity: model.relationships.get(id)?.from_entity ?? null,
        })
      }
      required
    />
  )
}
