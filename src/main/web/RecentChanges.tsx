import { saySentence } from '#changes/web/saySentence.ts'
import { Link } from '@tanstack/react-router'
import { useHistory } from '#changes/web/changes.client.ts'
import { RelativeTime } from '#design/web/dates/RelativeTime.tsx'
import { linkClass } from '#design/web/navigation/TextLink.tsx'
import { useLanguage } from '#language/web/language.tsx'

const mostShown = 5

/** What was changed last in the definitions of an environment; nothing while nothing was. */
export function RecentChanges({ environmentId }: { environmentId: string }) {
  const { t } = useLanguage()
  const { data } = useHistory(environmentId)
  const changes = data?.pages.flatMap((page) => page.value).slice(0, mostShown) ?? []
  if (changes.length === 0) return null
  return (
    <section aria-label={t('overview.changes')} className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-3">
        <h2 className="font-semibold">{t('overview.changes')}</h2>
        <Link to={`/${environmentId}/change`} className={linkClass}>
          {t('overview.allChanges')}
        </Link>
      </div>
      <ul className="divide-y divide-line rounded-card border border-line">
        {changes.map(({ id, sentences: [first, ...others], on, note }) => (
          <li key={id} className="flex items-baseline gap-3 px-3 py-2">
            <span
              className="min-w-0 flex-1 max-sm:wrap-anywhere sm:truncate"
              title={first ? saySentence(t, first) : (note ?? undefined)}
            >
              {first ? saySentence(t, first) : note}
              {others.length > 0 && (
                <span className="text-muted"> {t('overview.moreChanges', { count: others.length })}</span>
              )}
            </span>
            <span className="shrink-0 text-label text-muted">
              <RelativeTime value={new Date(on)} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
