import { Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { ForAdministrators } from '#accounts/web/administration/ForAdministrators.tsx'
import { AuditLog } from '#audit/web/AuditLog.tsx'
import { InstallationFilters } from '#audit/web/InstallationFilters.tsx'
import { installationLog } from '#audit/web/logPlace.ts'
import { useWish } from '#audit/web/useWish.ts'
import { linkClass } from '#design/web/navigation/TextLink.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { useTitle } from '#platform/web/title.ts'

/** Who signed in to the installation, and what happened to accounts. Whoever does not administer it gets what an unknown address gets. */
export function InstallationLogPage() {
  return (
    <ForAdministrators>
      <Log />
    </ForAdministrators>
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
