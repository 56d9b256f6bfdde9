import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMe } from '#accounts/web/me.client.ts'
import { buttonLink } from '#design/web/navigation/buttonLink.ts'
import { NotFound } from '#design/web/feedback/NotFound.tsx'
import { useLanguage } from '#language/web/language.tsx'

/** A page for who administers the installation; whoever does not gets what an unknown address gets. */
export function ForAdministrators({ children }: { readonly children: ReactNode }) {
  const { t } = useLanguage()
  const { data: me } = useMe()
  if (!me) return null
  if (me.platform_administrator) return children
  return (
    <NotFound>
      <Link to="/users" className={buttonLink.secondary}>
        {t('users.title')}
      </Link>
    </NotFound>
  )
}
