import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { PageLink } from '#design/web/navigation/PageLink.tsx'
import { useLanguage } from '#language/web/language.tsx'

export type Crumb = { readonly label: string; readonly href: string }

type PageHeaderProps = {
  readonly title: ReactNode
  /** The pages above this one, from the outermost in. */
  readonly crumbs?: readonly Crumb[]
  /** Beside the title: a view switch, a count, a mark. */
  readonly beside?: ReactNode
  /** At the right: a secondary action, and the one primary last. */
  readonly actions?: ReactNode
}

/** The top of a page: where one is, what it is, and what can be done here. */
export function PageHeader({ title, crumbs = [], beside, actions }: PageHeaderProps) {
  const { t } = useLanguage()
  const above = crumbs.at(-1)
  return (
    <header className="flex min-h-header shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-1">
      {/* On a phone long actions go below the title, which keeps room to be read. */}
      <div className="flex min-w-0 flex-1 items-center gap-2 max-sm:basis-36">
        {above && (
          // On a phone there is room for the way back alone.
          <PageLink
            href={above.href}
            aria-label={t('design.backTo', { name: above.label })}
            className="focus-ring -ml-2 grid size-11 shrink-0 place-items-center rounded-control text-muted hover:bg-sunken hover:text-text sm:hidden"
          >
            <ChevronLeft size={20} aria-hidden />
          </PageLink>
        )}
        {above && (
          <nav
            aria-label={t('design.breadcrumb')}
            className="flex max-w-2/5 shrink-0 items-center gap-1 text-muted max-sm:hidden"
          >
            {crumbs.map(({ label, href }) => (
              <span key={href} className="flex min-w-0 items-center gap-1">
                <PageLink href={href} className="focus-ring truncate rounded-small hover:text-text">
                  {label}
                </PageLink>
                <ChevronRight size={14} className="shrink-0" aria-hidden />
              </span>
            ))}
          </nav>
        )}
        <h1 className="truncate text-title font-semibold">{title}</h1>
        {beside}
      </div>
      {actions && <div className="ml-auto flex shrink-0 items-center gap-2">{actions}</div>}
    </header>
  )
}
