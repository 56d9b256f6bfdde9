import type { EntityDefinition } from '#entities/entity.ts'
import { Section } from '#records/web/viewEditor/Section.tsx'
import { Plus, X } from 'lucide-react'
import type { FindLinked } from '#attributes/web/control.ts'
import { Button } from '#design/web/button/Button.tsx'
import { IconButton } from '#design/web/button/IconButton.tsx'
import { Select } from '#design/web/choice/Select.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { FilterEditor } from '#records/web/viewEditor/FilterEditor.tsx'
import type { ViewState } from '#records/web/list/useViewState.ts'
import { everyRecord, mostColours, viewColours, type ViewColour, type ViewContent } from '#views/view.ts'
import { filterOf, storedFilter } from '#views/viewListing.ts'

type ColoursSectionProps = {
  readonly entity: EntityDefinition
  readonly content: ViewContent
  readonly findLinked: FindLinked
  readonly variables: ViewState['variables']
  readonly onChange: (next: Partial<ViewContent>) => void
}

/** The rules by which a view colours its records. */
export function ColoursSection({ entity, content, findLinked, variables, onChange }: ColoursSectionProps) {
  const { t } = useLanguage()
  return (
    <Section title={t('views.property.colours')}>
      {content.colours.map((rule, at) => (
        <div key={at} className="flex flex-col gap-2 rounded-control border border-line p-2">
          <div className="flex items-center gap-1">
            <Select
              label={t('views.colour.label')}
              labelHidden
              className="flex-1"
              options={viewColours.map((id) => ({ id, label: t(`views.colour.${id}`) }))}
              value={rule.colour}
              onChange={(colour) =>
                onChange({ colours: replaced(content.colours, at, { ...rule, colour: colour as ViewColour }) })
              }
            />
            <IconButton
              label={t('views.colour.remove')}
              icon={<X />}
              onPress={() => onChange({ colours: content.colours.toSpliced(at, 1) })}
            />
          </div>
          <FilterEditor
            {...{ entity, findLinked, variables }}
            filter={filterOf(rule.filter, entity)}
            onChange={(filter) =>
              onChange({
                colours: replaced(content.colours, at, { ...rule, filter: storedFilter(filter, entity) }),
              })
            }
          />
        </div>
      ))}
      {content.colours.length < mostColours && (
        <Button
          kind="quiet"
          icon={<Plus />}
          className="self-start"
          onPress={() => onChange({ colours: [...content.colours, { filter: everyRecord, colour: 'green' }] })}
        >
          {t('views.colour.add')}
        </Button>
      )}
    </Section>
  )
}

function replaced<Item>(items: readonly Item[], at: number, item: Item): Item[] {
  return items.map((each, index) => (index === at ? item : each))
}
