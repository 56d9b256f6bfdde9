import { useAuditLog } from '#audit/web/audit.client.ts'
import { AuditList } from '#audit/web/AuditList.tsx'
import { everything, writeWish } from '#audit/web/auditWish.ts'
import { installationLog } from '#audit/web/logPlace.ts'
import { ErrorState } from '#design/web/feedback/ErrorState.tsx'
import { PageLink } from '#design/web/navigation/PageLink.tsx'
import { Loading, Skeleton } from '#design/web/feedback/Skeleton.tsx'
import { linkClass } from '#design/web/navigation/TextLink.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'

/** So many of a person's latest entries stand beside what can be done about them. */
const shown = 8

/** What the installation's log told last of a person, with the way to all of it. */
export function PersonLog({ id }: { readonly id: string }) {
  const { t } = useLanguage()
  const wish = { ...everything, record: id }
  const { data, error, refetch } = useAuditLog(installationLog.id, wish)
  const entries = data?.pages.flatMap(({ value }) => value)
  return (
    <section aria-labelledby="latest" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="latest" className="font-semibold">
          {t('audit.installation.latest')}
        </h2>
        {entries && entries.length > 0 && (
          <PageLink href={`${installationLog.page}?${writeWish(wish)}`} className={linkClass}>
            {t('audit.detail.allOfPerson')}
          </PageLink>
        )}
      </div>
      {!entries && error && <ErrorState {...sayFault(t, error)} onRetry={() => void refetch()} />}
      {!entries && !error && (
        <Loading>
          <Skeleton className="h-24" />
        </Loading>
      )}
      {entries?.length === 0 && <p className="text-muted">{t('audit.none')}</p>}
      {entries && entries.length > 0 && <AuditList place={installationLog} entries={entries.slice(0, shown)} />}
    </section>
  )
}
