import { fieldLabel } from '#attributes/attribute.ts'
import { listOfTexts } from '#attributes/textList.ts'
import { renderValue } from '#attributes/web/cells.tsx'
import { Thumbnail } from '#attributes/web/Thumbnail.tsx'
import { useLanguage, type Language } from '#language/web/language.tsx'
import type { CardShape } from '#records/kinds/card.ts'
import { linkedRecord, recordName, fieldValue, type RecordRow } from '#records/wire.ts'

/** What a card says of a record; made of what may stand inside a button. */
export function RecordCard({ envid, shape, row }: { envid: string; shape: CardShape; row: RecordRow }) {
  const language = useLanguage()
  const { t } = language
  const pictures = shape.image ? fieldValue(row, shape.image) : null
  const picture = pictures === null ? undefined : listOfTexts(pictures)[0]
  const shown = shape.fields.filter((field) => isThere(fieldValue(row, field)))
  return (
    <span className="flex min-w-0 flex-col gap-1">
      {picture && <Thumbnail {...{ envid }} id={picture} name="" className="mb-1 h-28 w-full" />}
      <span className="line-clamp-2 font-medium break-words">{titleOf(row, shape, language)}</span>
      {shown.map((field) => (
        <span key={field.id} className="flex min-w-0 gap-2 text-label">
          <span className="w-20 shrink-0 truncate text-muted">{fieldLabel(field, t)}</span>
          <span className="min-w-0 truncate">
            {renderValue({
              field,
              value: fieldValue(row, field),
              linked: linkedRecord(row, field)?.name ?? null,
              envid,
              language,
            })}
          </span>
        </span>
      ))}
    </span>
  )
}

/** What stands first on a card: the value that its view chose, or the record's name. */
export function titleOf(row: RecordRow, { title }: CardShape, language: Language) {
  const said =
    title &&
    renderValue({
      field: title,
      value: fieldValue(row, title),
      linked: linkedRecord(row, title)?.name ?? null,
      language,
    })
  return said ?? recordName(row, language.t('records.unnamed'))
}

/** Whether there is something to show of a value. */
export function isThere(value: ReturnType<typeof fieldValue>): boolean {
  return value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
}
