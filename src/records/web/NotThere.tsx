import { FileQuestion } from 'lucide-react'
import { buttonLink } from '#design/web/buttonLink.ts'
import { EmptyState } from '#design/web/EmptyState.tsx'
import { PageLink } from '#design/web/PageLink.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { useTitle } from '#platform/web/title.ts'

/** What stands where an address leads to nothing that its reader may see. */
export function NotThere({ text, href }: { text: string; href: string }) {
  const { t } = useLanguage()
  useTitle(text)
  return (
    <>
      <h1 className="sr-only">{text}</h1>
      <EmptyState icon={<FileQuestion />} text={text}>
        <PageLink href={href} className={buttonLink.secondary}>
          {t('records.backToList')}
        </PageLink>
      </EmptyState>
    </>
  )
}
