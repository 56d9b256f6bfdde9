import { ChevronDown, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import type { AuditArea, AuditEntry } from '#audit/audit.ts'
import { EntryDetails } from '#audit/web/EntryDetails.tsx'
import type { LogPlace } from '#audit/web/logPlace.ts'
import { sayKind } from '#audit/web/sayEntry.ts'
import { Badge, type Tint } from '#design/web/display/Badge.tsx'
import type { Model } from '#entities/model.ts'
import { useLanguage } from '#language/web/language.tsx'

const tints: Readonly<Record<AuditArea, Tint>> = {
  data: 'grey',
  definition: 'brand',
  security: 'amber',
  access: 'green',
}

type AuditLineProps = {
  readonly place: LogPlace
  readonly model: Model | undefined
  readonly entry: AuditEntry
}

/** One entry of the log; pressed, it opens and tells what exactly happened. */
export function AuditLine({ place, model, entry }: AuditLineProps) {
  const { t, date } = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const { area, by, on, subject, entity_id, record_id } = entry
  const table = model?.entities.get(entity_id ?? '')
  const what = subject ?? (record_id === null ? table?.collectionname : table?.name)
  const Icon = isOpen ? ChevronDown : ChevronRight
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        className="focus-ring flex min-h-11 w-full items-center gap-x-3 rounded-control px-3 py-2 text-left hover:bg-sunken"
      >
        <Icon size={16} className="shrink-0 text-muted" aria-hidden />
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
          <span className="flex min-w-0 flex-1 basis-60 flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-medium">{sayKind(t, entry)}</span>
            {what !== undefined && what !== null && <span className="min-w-0 wrap-anywhere">{what}</span>}
            {place.about === 'record' && <Badge tint={tints[area]}>{t(`audit.area.${area}`)}</Badge>}
          </span>
          {/* Running text: the date follows a long name on its last line. */}
          <span className="min-w-0 text-label text-muted sm:max-w-1/2 sm:text-right">
            <span className="wrap-anywhere">{by ?? t('audit.unknown')}</span> <span aria-hidden>·</span>{' '}
            <time dateTime={on} className="whitespace-nowrap tabular-nums">
              {date(new Date(on), 'longDateTime')}
            </time>
          </span>
        </span>
      </button>
      {isOpen && (
        <div id={id} className="px-3 pt-1 pb-3 sm:pl-10">
          <EntryDetails place={place} model={model} entry={entry} />
        </div>
      )}
    </li>
  )
}
