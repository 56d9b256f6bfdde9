import type { AuditEntry } from '#audit/audit.ts'
import { AuditLine } from '#audit/web/AuditLine.tsx'
import type { LogPlace } from '#audit/web/logPlace.ts'
import type { Model } from '#entities/model.ts'
import { useLanguage } from '#language/web/language.tsx'

type AuditListProps = {
  readonly place: LogPlace
  readonly model?: Model | undefined
  readonly entries: readonly AuditEntry[]
}

/** Entries of a log, one below the other. */
export function AuditList({ place, model, entries }: AuditListProps) {
  const { t } = useLanguage()
  return (
    <ol
      aria-label={t(place.about === 'person' ? 'audit.installation.title' : 'audit.title')}
      className="divide-y divide-line rounded-card border border-line bg-background"
    >
      {entries.map((entry) => (
        <AuditLine key={entry.id} place={place} model={model} entry={entry} />
      ))}
    </ol>
  )
}
