import { isReadable, fieldLabel, type Field } from '#attributes/attribute.ts'
import { MultiSelect } from '#design/web/choice/MultiSelect.tsx'
import { Select } from '#design/web/choice/Select.tsx'
import { useLanguage } from '#language/web/language.tsx'
import type { KindSettingsProps } from '#records/web/kinds/viewKinds.ts'
import { mostCardFields } from '#views/view.ts'

/** What the cards of a view show: their title, a picture, some attributes. */
export function CardSettings({ entity, content, onChange, problemAt }: KindSettingsProps) {
  const { t } = useLanguage()
  const { card } = content
  const option = (field: Field) => ({ id: field.id, label: fieldLabel(field, t) })
  const readable = entity.fields.filter((field) => isReadable(field) && field.type !== 'id')
  const images = entity.fields.filter(({ type }) => type === 'image')
  const isFull = card.fields.length >= mostCardFields
  const error = problemAt('card.fields')
  return (
    <>
      <Select
        label={t('records.board.title')}
        clearable
        placeholder={t('records.board.titleUsual')}
        options={readable.filter(({ type }) => type !== 'image' && type !== 'file').map(option)}
        value={card.title ?? ''}
        onChange={(id) => onChange({ card: { ...card, title: id || null } })}
      />
      {images.length > 0 && (
        <Select
          label={t('records.board.image')}
          clearable
          placeholder={t('records.board.imageNone')}
          options={images.map(option)}
          value={card.image ?? ''}
          onChange={(id) => onChange({ card: { ...card, image: id || null } })}
        />
      )}
      <MultiSelect
        label={t('records.board.fields')}
        placeholder={t('records.board.fieldsUsual')}
        options={readable.map(option)}
        value={card.fields}
        onChange={(ids) => onChange({ card: { ...card, fields: ids.slice(0, mostCardFields) } })}
        {...(isFull ? { undertext: t('records.board.most', { max: mostCardFields }) } : {})}
        {...(error === undefined ? {} : { error })}
      />
    </>
  )
}
