import type { EntityDefinition } from '#entities/entity.ts'
import { Section } from '#records/web/viewEditor/Section.tsx'
import { columnOf, fieldLabel } from '#attributes/attribute.ts'
import { SegmentedControl } from '#design/web/choice/SegmentedControl.tsx'
import { Select } from '#design/web/choice/Select.tsx'
import { useLanguage } from '#language/web/language.tsx'
import type { ViewState } from '#records/web/list/useViewState.ts'
import { isGroupable } from '#views/capability.ts'

type GroupSectionProps = {
  readonly entity: EntityDefinition
  readonly listing: ViewState['listing']
  readonly onListing: ViewState['setListing']
}

/** By which column a view groups its records, and in which order. */
export function GroupSection({ entity, listing, onListing }: GroupSectionProps) {
  const { t } = useLanguage()
  const groupable = entity.fields.filter(isGroupable)
  return (
    <Section title={t('views.property.group')}>
      <Select
        label={t('views.property.group')}
        labelHidden
        clearable
        placeholder={t('views.group.none')}
        options={groupable.map((field) => ({ id: columnOf(field), label: fieldLabel(field, t) }))}
        value={listing.group?.column ?? ''}
        onChange={(column) =>
          onListing({ group: column ? { column, descending: listing.group?.descending ?? false } : null })
        }
      />
      {listing.group && (
        <SegmentedControl
          label={t('views.group.order')}
          segments={[
            { id: 'up', label: t('design.grid.sortUp') },
            { id: 'down', label: t('design.grid.sortDown') },
          ]}
          value={listing.group.descending ? 'down' : 'up'}
          onChange={(id) => {
            if (listing.group) onListing({ group: { ...listing.group, descending: id === 'down' } })
          }}
        />
      )}
    </Section>
  )
}
