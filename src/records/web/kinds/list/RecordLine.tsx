import { fieldLabel } from '#attributes/attribute.ts'
import { listOfTexts } from '#attributes/textList.ts'
import { renderValue } from '#attributes/web/cells.tsx'
import { Thumbnail } from '#attributes/web/Thumbnail.tsx'
import { useLanguage } from '#language/web/language.tsx'
import type { CardShape } from '#records/kinds/card.ts'
import { isThere, titleOf } from '#records/web/kinds/RecordCard.tsx'
import { linkedRecord, fieldValue, type RecordRow } from '#records/wire.ts'

/** What a row of a list says of a record: its title, and below it the values of the card; made of what may stand inside a button. */
export function RecordLine({ envid, shape, row }: { envid: string; shape: CardShape; row: RecordRow }) {
  const language = useLanguage()
  const pictures = shape.image ? fieldValue(row, shape.image) : null
  const picture = pictures === null ? undefined : listOfTexts(pictures)[0]
  const shown = shape.fields.filter((field) => isThere(fieldValue(row, field)))
  return (
    <span className="flex min-w-0 flex-1 items-center gap-3">
      {picture && <Thumbnail {...{ envid }} id={picture} name="" className="size-10 shrink-0" />}
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="truncate font-medium">{titleOf(row, shape, language)}</span>
        {shown.length > 0 && (
          <span className="flex min-w-0 flex-wrap gap-x-4 gap-y-0.5 text-label">
            {shown.map((field) => (
              <span key={field.id} className="flex max-w-full min-w-0 items-center gap-1.5">
                <span className="shrink-0 text-muted">{fieldLabel(field, language.t)}</span>
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
        )}
      </span>
    </span>
  )
}
