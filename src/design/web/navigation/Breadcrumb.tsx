import { ChevronRight } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { useLanguage } from '#language/web/language.tsx'

/** The way to this page: links, and last where one is. */
export function Breadcrumb({ crumbs }: { crumbs: readonly { id: string; content: ReactNode }[] }) {
  const { t } = useLanguage()
  return (
    <nav aria-label={t('design.breadcrumb')}>
      <ol className="flex min-w-0 items-center gap-1 text-muted">
        {crumbs.map(({ id, content }, at) => (
          <Fragment key={id}>
            {at > 0 && (
              <li aria-hidden>
                <ChevronRight size={14} />
              </li>
            )}
            <li
              aria-current={at === crumbs.length - 1 ? 'page' : undefined}
              className="min-w-0 truncate aria-[current]:text-text"
            >
              {content}
            </li>
          </Fragment>
        ))}
      </ol>
    </nav>
  )
}
