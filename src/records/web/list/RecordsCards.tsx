import { useCallback, type ReactNode } from 'react'
import { columnOf, fieldLabel } from '#attributes/attribute.ts'
import { renderValue } from '#attributes/web/cells.tsx'
import { CardList } from '#design/web/layout/CardList.tsx'
import { Loading, Skeleton } from '#design/web/feedback/Skeleton.tsx'
import type { EntityDefinition } from '#entities/entity.ts'
import { useLanguage } from '#language/web/language.tsx'
import type { ViewListing } from '#views/listing.ts'
import type { RecordWindow, WindowView } from '#records/recordWindow.ts'
import { linkedRecord, recordName, fieldValue, type RecordRow } from '#records/wire.ts'

type RecordsCardsProps = {
  readonly entity: EntityDefinition
  readonly window: RecordWindow<RecordRow>
  readonly view: WindowView<RecordRow>
  readonly listing: ViewListing
  readonly parts: { readonly empty?: ReactNode; readonly error?: ReactNode }
  readonly onOpen: (row: RecordRow) => void
}

// A card is for telling records apart; the whole record is one touch away.
const shownFields = 4

/** The records of a listing as cards, for narrow screens. */
export function RecordsCards({ entity, window, view, listing, parts, onOpen }: RecordsCardsProps) {
  const language = useLanguage()
  const { t } = language
  const fields = listing.columns
    .filter((column) => column !== 'name')
    .flatMap((column) => entity.fields.find((field) => columnOf(field) === column) ?? [])
  const rowKey = useCallback((row: RecordRow) => row.id, [])
  if (!view.isReady && parts.error === undefined) return <CardBones />
  return (
    <CardList
      label={entity.collectionname}
      rowCount={view.rowCount}
      rowAt={view.rowAt}
      rowKey={rowKey}
      onRangeNeeded={window.need}
      onOpen={onOpen}
      {...parts}
      renderCard={(row) => (
        <span className="flex flex-col gap-1">
          <span className="truncate font-medium">{recordName(row, t('records.unnamed'))}</span>
          {fields
            .filter((field) => fieldValue(row, field) !== null)
            .slice(0, shownFields)
            .map((field) => (
              <span key={field.id} className="flex min-w-0 gap-2">
                <span className="w-28 shrink-0 truncate text-muted">{fieldLabel(field, t)}</span>
                <span className="min-w-0 truncate">
                  {renderValue({
                    field,
                    value: fieldValue(row, field),
                    linked: linkedRecord(row, field)?.name ?? null,
                    language,
                  })}
                </span>
              </span>
            ))}
        </span>
      )}
    />
  )
}

function CardBones() {
  return (
    <Loading>
      {['w-1/2', 'w-2/5', 'w-3/5', 'w-1/3'].map((width, at) => (
        <div key={at} className="flex flex-col gap-2 border-b border-line px-4 py-4">
          <Skeleton className={width} />
          <Skeleton className="w-3/4" />
        </div>
      ))}
    </Loading>
  )
}
