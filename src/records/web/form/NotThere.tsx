import { buttonLink } from '#design/web/navigation/buttonLink.ts'
import { NotFound } from '#design/web/feedback/NotFound.tsx'
import { PageLink } from '#design/web/navigation/PageLink.tsx'
import { useLanguage } from '#language/web/language.tsx'

/** What stands where an address leads to nothing that its reader may see: the 404 page, inside the layout. */
export function NotThere({ href }: { href: string }) {
  const { t } = useLanguage()
  return (
    <NotFound>
      <PageLink href={href} className={buttonLink.secondary}>
        {t('records.backToList')}
      </PageLink>
    </NotFound>
  )
}
