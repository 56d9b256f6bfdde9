import { isLink, fieldLabel } from '#attributes/attribute.ts'
import { optionLine } from '#attributes/web/optionLine.tsx'
import { MultiSelect } from '#design/web/choice/MultiSelect.tsx'
import { Select } from '#design/web/choice/Select.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { CardSettings } from '#records/web/kinds/CardSettings.tsx'
import type { KindSettingsProps } from '#records/web/kinds/viewKinds.ts'
import { isLane } from '#views/capability.ts'
import { fieldNamed } from '#views/viewListing.ts'

/** Which attribute has a board's lanes, which of them are shown, and what is on the cards. */
export function BoardSettings(props: KindSettingsProps) {
  const { entity, content, onChange, problemAt } = props
  const { t } = useLanguage()
  const { board } = content
  const field = fieldNamed(entity, board?.attribute)
  const error = problemAt('board')
  return (
    <section aria-label={t('views.property.board')} className="flex flex-col gap-3">
      <Select
        label={t('records.board.attribute')}
        undertext={t('records.board.attributeText')}
        options={entity.fields.filter(isLane).map((each) => ({ id: each.id, label: fieldLabel(each, t) }))}
        value={board?.attribute ?? ''}
        onChange={(attribute) => onChange({ board: { attribute, lanes: [] } })}
        {...(error === undefined ? {} : { error })}
      />
      {board && field && field.type === 'select' && !isLink(field) && (
        <MultiSelect
          label={t('records.board.lanes')}
          placeholder={t('records.board.lanesAll')}
          options={field.options.map((each) => optionLine(field, each, t))}
          value={board.lanes}
          // In the order of the choices, however they were ticked.
          onChange={(ids) =>
            onChange({
              board: {
                ...board,
                lanes: field.options.map(({ value }) => value).filter((value) => ids.includes(value)),
              },
            })
          }
        />
      )}
      <CardSettings {...props} />
    </section>
  )
}
