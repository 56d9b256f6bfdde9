import { useNavigate, useRouterState } from '@tanstack/react-router'
import { Download, ScrollText, ShieldCheck, Timer } from 'lucide-react'
import { useMemo, useState } from 'react'
import { everything, readWish, writeWish, type AuditWish } from '#audit/web/auditWish.ts'
import { downloadAudit, useAuditLog } from '#audit/web/audit.client.ts'
import { AuditFilters } from '#audit/web/AuditFilters.tsx'
import { AuditLine } from '#audit/web/AuditLine.tsx'
import { ChainCheck } from '#audit/web/ChainCheck.tsx'
import { RetentionDialog } from '#audit/web/RetentionDialog.tsx'
import { Banner } from '#design/web/Banner.tsx'
import { Button } from '#design/web/Button.tsx'
import { EmptyState } from '#design/web/EmptyState.tsx'
import { ErrorState } from '#design/web/ErrorState.tsx'
import { LoadingLines } from '#design/web/LoadingLines.tsx'
import { PageHeader } from '#design/web/PageHeader.tsx'
import { useModel } from '#entities/web/entities.client.ts'
import { useLanguage } from '#language/web/language.tsx'
import { useEnvironmentId } from '#platform/web/place.ts'
import { sayFault } from '#platform/web/sayFault.ts'
import { useTitle } from '#platform/web/title.ts'

/** Who did what in an environment, and the proof that nobody has changed what was written of it. */
export function AuditPage() {
  const { t } = useLanguage()
  const eid = useEnvironmentId()
  const { wish, setWish } = useWish()
  const log = useAuditLog(eid, wish)
  const { data: model } = useModel(eid)
  const [isChecking, setChecking] = useState(false)
  const [isKeeping, setKeeping] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  useTitle(t('audit.title'))
  const entries = log.data?.pages.flatMap(({ value }) => value)
  const isNarrowed = writeWish(wish) !== ''

  const save = () => {
    setFailure(undefined)
    setSaving(true)
    downloadAudit(eid, wish)
      .catch((error: unknown) => setFailure(sayFault(t, error).text))
      .finally(() => setSaving(false))
  }
  return (
    <>
      <PageHeader title={t('audit.title')} />
      <div className="mx-auto flex w-full max-w-340 flex-col gap-4 p-4 sm:p-6">
        <p className="text-muted">{t('audit.hint')}</p>
        <div className="flex flex-wrap gap-2">
          <Button
            icon={<ShieldCheck size={16} aria-hidden />}
            onPress={() => setChecking(true)}
            isDisabled={isChecking}
          >
            {t('audit.check.action')}
          </Button>
          <Button icon={<Download size={16} aria-hidden />} isPending={isSaving} onPress={save}>
            {t('audit.export')}
          </Button>
          <Button icon={<Timer size={16} aria-hidden />} onPress={() => setKeeping(true)}>
            {t('audit.retention.action')}
          </Button>
        </div>
        {failure !== undefined && (
          <Banner kind="error" onClose={() => setFailure(undefined)}>
            {failure}
          </Banner>
        )}
        {isChecking && <ChainCheck environmentId={eid} onClose={() => setChecking(false)} />}
        <AuditFilters environmentId={eid} model={model} wish={wish} onChange={setWish} />
        {log.error && !log.data && <ErrorState {...sayFault(t, log.error)} onRetry={() => void log.refetch()} />}
        {!log.data && !log.error && <LoadingLines lines={5} />}
        {entries?.length === 0 && (
          <EmptyState icon={<ScrollText />} text={t(isNarrowed ? 'audit.noneFound' : 'audit.none')}>
            {isNarrowed && <Button onPress={() => setWish(everything)}>{t('audit.filter.clear')}</Button>}
          </EmptyState>
        )}
        {entries && entries.length > 0 && (
          <ol aria-label={t('audit.title')} className="divide-y divide-line rounded-card border border-line">
            {entries.map((entry) => (
              <AuditLine key={entry.id} environmentId={eid} model={model} entry={entry} />
            ))}
          </ol>
        )}
        {log.error && log.data && <Banner kind="error">{sayFault(t, log.error).text}</Banner>}
        {log.hasNextPage && (
          <Button className="self-center" isPending={log.isFetchingNextPage} onPress={() => void log.fetchNextPage()}>
            {t('audit.older')}
          </Button>
        )}
      </div>
      {isKeeping && <RetentionDialog environmentId={eid} onClose={() => setKeeping(false)} />}
    </>
  )
}

/** What is shown stands in the address, so that it can be kept and sent. */
function useWish() {
  const navigate = useNavigate()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const search = useRouterState({ select: ({ location }) => location.searchStr })
  const wish = useMemo(() => readWish(search), [search])
  const setWish = (next: AuditWish) => {
    const query = writeWish(next)
    void navigate({ href: query === '' ? path : `${path}?${query}`, replace: true })
  }
  return { wish, setWish }
}
