import type { EntityDefinition } from '#entities/entity.ts'
import { Section } from '#records/web/viewEditor/Section.tsx'
import { columnOf, fieldLabel } from '#attributes/attribute.ts'
import { Select } from '#design/web/choice/Select.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { functionsFor } from '#views/capability.ts'
import type { ViewContent, ViewFunction } from '#views/view.ts'

type FooterSectionProps = {
  readonly entity: EntityDefinition
  readonly content: ViewContent
  /** The columns that the list shows. */
  readonly columns: readonly string[]
  readonly onChange: (next: Partial<ViewContent>) => void
}

/** What stands below each column of a view. */
export function FooterSection({ entity, content, columns, onChange }: FooterSectionProps) {
  const { t } = useLanguage()
  return (
    <Section title={t('views.property.footer')}>
      {content.columns.length === 0 && <p className="text-label text-muted">{t('views.footer.text')}</p>}
      {columns.map((column) => {
        const field = entity.fields.find((each) => columnOf(each) === column)
        const functions = field ? functionsFor(field) : []
        if (!field || functions.length === 0) return null
        const present = content.footer.find(({ attribute }) => attribute === field.id)
        return (
          <Select
            key={column}
            label={fieldLabel(field, t)}
            clearable
            placeholder={t('views.footer.none')}
            options={functions.map((id) => ({ id, label: t(`views.function.${id}`) }))}
            value={present?.function ?? ''}
            onChange={(id) =>
              onChange({
                footer: [
                  ...content.footer.filter(({ attribute }) => attribute !== field.id),
                  ...(id ? [{ attribute: field.id, function: id as ViewFunction }] : []),
                ],
              })
            }
          />
        )
      })}
    </Section>
  )
}
