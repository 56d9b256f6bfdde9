import { ArrowRight, History, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { columnOf, fieldLabel } from '#attributes/attribute.ts'
import { Button } from '#design/web/button/Button.tsx'
import { EmptyState } from '#design/web/feedback/EmptyState.tsx'
import { ErrorState } from '#design/web/feedback/ErrorState.tsx'
import { PageLink } from '#design/web/navigation/PageLink.tsx'
import { RelativeTime } from '#design/web/dates/RelativeTime.tsx'
import { Loading, Skeleton } from '#design/web/feedback/Skeleton.tsx'
import { linkClass } from '#design/web/navigation/TextLink.tsx'
import type { EntityDefinition } from '#entities/entity.ts'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'
import type { HistoryEntry } from '#records/history/recordHistory.ts'
import { PastValue, type Names } from '#records/history/web/PastValue.tsx'
import { useRecordHistory } from '#records/history/web/past.client.ts'
import type { RecordsTable } from '#records/web/records.client.ts'
import { sayCause } from '#records/history/web/sayCause.ts'
import { VersionDialog } from '#records/history/web/VersionDialog.tsx'
import type { RecordRow } from '#records/wire.ts'
import { useMay } from '#security/web/self.client.ts'

type RecordHistoryProps = { readonly table: RecordsTable; readonly record: RecordRow }

/** What happened to a record: who, when, by what, and each value before and after; with the way back. */
export function RecordHistory({ table, record }: RecordHistoryProps) {
  const { t } = useLanguage()
  const query = useRecordHistory(table, record.id, record['@odata.etag'])
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  const [opened, setOpened] = useState<HistoryEntry>()
  const maySeeAudit = useMay(table.envid, 'see-audit')
  const entries = data?.pages.flatMap(({ value }) => value)
  const names: Names = Object.assign({}, ...(data?.pages.map((page) => page.names) ?? []))
  if (error && !data) return <ErrorState {...sayFault(t, error)} onRetry={() => void refetch()} />
  if (!entries) {
    return (
      <Loading>
        <div className="flex flex-col gap-6 p-6">
          <Skeleton className="w-2/5" />
          <Skeleton className="w-1/3" />
        </div>
      </Loading>
    )
  }
  if (entries.length === 0) return <EmptyState icon={<History />} text={t('records.past.none')} />
  return (
    <div className="flex flex-col gap-4 p-4 sm:p-6">
      {maySeeAudit && (
        <PageLink href={`/${table.envid}/audit?record=${record.id}`} className={linkClass}>
          {t('records.past.audit')}
        </PageLink>
      )}
      <ol aria-label={t('records.past.title')} className="divide-y divide-line rounded-card border border-line">
        {entries.map((entry, at) => (
          <Entry
            key={entry.at_seq}
            {...{ entry, names }}
            entity={table.entity}
            // What the last write left is what the record is.
            {...(at > 0 && entry.restorable && table.entity.editable ? { onRestore: () => setOpened(entry) } : {})}
          />
        ))}
      </ol>
      {hasNextPage && (
        <Button className="self-center" isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          {t('records.past.older')}
        </Button>
      )}
      {opened && <VersionDialog {...{ table, record }} entry={opened} onClose={() => setOpened(undefined)} />}
    </div>
  )
}

type EntryProps = {
  readonly entry: HistoryEntry
  readonly entity: EntityDefinition
  readonly names: Names
  readonly onRestore?: () => void
}

function Entry({ entry, entity, names, onRestore }: EntryProps) {
  const { t } = useLanguage()
  const { kind, on, by, cause, changes, version } = entry
  const isRevived = kind === 'create' && version !== null && version !== '1'
  const fields = new Map(entity.fields.map((field) => [columnOf(field), field]))
  return (
    <li className="flex flex-col gap-2 px-3 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <div className="min-w-0 flex-1">
          <p className="font-medium">{t(`records.past.${isRevived ? 'revived' : kind}`)}</p>
          <p className="flex flex-wrap gap-x-1.5 text-label text-muted">
            <span>{by ?? t('records.past.unknown')}</span>
            <span aria-hidden>·</span>
            <RelativeTime value={new Date(on)} />
            <span aria-hidden>·</span>
            <span>{sayCause(t, cause)}</span>
            {version !== null && (
              <>
                <span aria-hidden>·</span>
                <span className="tabular-nums">{t('records.past.version', { version })}</span>
              </>
            )}
          </p>
        </div>
        {onRestore && (
          <Button kind="quiet" icon={<RotateCcw aria-hidden />} onPress={onRestore}>
            {t('records.past.restore')}
          </Button>
        )}
      </div>
      {changes.length > 0 && (
        <dl className="grid grid-cols-1 gap-x-4 gap-y-1 @lg:grid-cols-[minmax(8rem,12rem)_1fr]">
          {changes.map(({ column, before, after }) => {
            const field = fields.get(column)
            if (!field) return null
            return (
              <div key={column} className="contents">
                <dt className="text-muted max-@lg:mt-1">{fieldLabel(field, t)}</dt>
                <dd className="flex min-w-0 flex-wrap items-center gap-x-2 break-words select-text">
                  {kind === 'update' && (
                    <>
                      <span className="text-muted line-through decoration-1">
                        <PastValue {...{ field, names }} value={before} />
                      </span>
                      <ArrowRight size={14} className="shrink-0 text-muted" aria-hidden />
                    </>
                  )}
                  <span className="min-w-0">
                    <PastValue {...{ field, names }} value={after} />
                  </span>
                </dd>
              </div>
            )
          })}
        </dl>
      )}
    </li>
  )
}
