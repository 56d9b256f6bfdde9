import { Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { useMe } from '#accounts/web/me.client.ts'
import { AuditLog } from '#audit/web/AuditLog.tsx'
import { InstallationFilters } from '#audit/web/InstallationFilters.tsx'
import { installationLog } from '#audit/web/logPlace.ts'
import { useWish } from '#audit/web/useWish.ts'
import { buttonLink } from '#design/web/buttonLink.ts'
import { NotFound } from '#design/web/NotFound.tsx'
import { linkClass } from '#design/web/TextLink.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { useTitle } from '#platform/web/title.ts'

/** Who signed in to the installation, and what happened to accounts. Whoever does not administer it gets what an unknown address gets. */
export function InstallationLogPage() {
  const { t } = useLanguage()
  const { data: me } = useMe()
  if (!me) return null
  if (me.platform_administrator) return <Log />
  return (
    <NotFound>
      <Link to="/users" className={buttonLink.secondary}>
        {t('users.title')}
      </Link>
    </NotFound>
  )
}

function Log() {
  const { t } = useLanguage()
  const { wish, setWish } = useWish()
  useTitle(t('audit.installation.title'))
  return (
    <div className="mx-auto flex w-full max-w-240 flex-col gap-4 px-4 py-8 sm:px-6">
      <div className="flex flex-col gap-1">
        <Link to="/users" className={`${linkClass} inline-flex items-center gap-1 self-start`}>
          <ChevronLeft size={14} aria-hidden />
          {t('users.title')}
        </Link>
        <h1 className="text-auth font-semibold">{t('audit.installation.title')}</h1>
      </div>
      <AuditLog
        place={installationLog}
        wish={wish}
        onWish={setWish}
        hint={t('audit.installation.hint')}
        filters={<InstallationFilters wish={wish} onChange={setWish} />}
      />
    </div>
  )
}
