import { Download, ScrollText, ShieldCheck } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { everything, writeWish, type AuditWish } from '#audit/web/auditWish.ts'
import { downloadAudit, useAuditLog } from '#audit/web/audit.client.ts'
import { AuditList } from '#audit/web/AuditList.tsx'
import { ChainCheck } from '#audit/web/ChainCheck.tsx'
import type { LogPlace } from '#audit/web/logPlace.ts'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { EmptyState } from '#design/web/feedback/EmptyState.tsx'
import { ErrorState } from '#design/web/feedback/ErrorState.tsx'
import { Loading, Skeleton } from '#design/web/feedback/Skeleton.tsx'
import type { Model } from '#entities/model.ts'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'

type AuditLogProps = {
  readonly place: LogPlace
  readonly model?: Model | undefined
  readonly wish: AuditWish
  readonly onWish: (wish: AuditWish) => void
  readonly hint: string
  /** Further actions on the whole log. */
  readonly actions?: ReactNode
  readonly filters: ReactNode
}

/** A log with what can be done with it: its seals checked, its entries found and exported. */
export function AuditLog({ place, model, wish, onWish, hint, actions, filters }: AuditLogProps) {
  const { t, timeZone } = useLanguage()
  const log = useAuditLog(place.id, wish)
  const [isChecking, setChecking] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const entries = log.data?.pages.flatMap(({ value }) => value)
  const isNarrowed = writeWish(wish) !== ''

  const save = () => {
    setFailure(undefined)
    setSaving(true)
    downloadAudit(place.id, wish, timeZone)
      .catch((error: unknown) => setFailure(sayFault(t, error).text))
      .finally(() => setSaving(false))
  }
  return (
    <>
      <p className="text-muted">{hint}</p>
      <div className="flex flex-wrap gap-2">
        <Button icon={<ShieldCheck size={16} aria-hidden />} onPress={() => setChecking(true)} isDisabled={isChecking}>
          {t('audit.check.action')}
        </Button>
        <Button icon={<Download size={16} aria-hidden />} isPending={isSaving} onPress={save}>
          {t('audit.export')}
        </Button>
        {actions}
      </div>
      {failure !== undefined && (
        <Banner kind="error" onClose={() => setFailure(undefined)}>
          {failure}
        </Banner>
      )}
      {isChecking && <ChainCheck logId={place.id} onClose={() => setChecking(false)} />}
      {filters}
      {log.error && !log.data && <ErrorState {...sayFault(t, log.error)} onRetry={() => void log.refetch()} />}
      {!log.data && !log.error && <Waiting />}
      {entries?.length === 0 && (
        <EmptyState icon={<ScrollText />} text={t(isNarrowed ? 'audit.noneFound' : 'audit.none')}>
          {isNarrowed && <Button onPress={() => onWish(everything)}>{t('audit.filter.clear')}</Button>}
        </EmptyState>
      )}
      {entries && entries.length > 0 && <AuditList place={place} model={model} entries={entries} />}
      {log.error && log.data && <Banner kind="error">{sayFault(t, log.error).text}</Banner>}
      {log.hasNextPage && (
        <Button className="self-center" isPending={log.isFetchingNextPage} onPress={() => void log.fetchNextPage()}>
          {t('audit.older')}
        </Button>
      )}
    </>
  )
}

function Waiting() {
  return (
    <Loading>
      <div className="flex flex-col gap-6 py-3">
        {['w-3/5', 'w-2/5', 'w-1/2', 'w-3/4', 'w-1/3'].map((width) => (
          <Skeleton key={width} className={width} />
        ))}
      </div>
    </Loading>
  )
}
