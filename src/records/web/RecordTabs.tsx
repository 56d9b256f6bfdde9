import { Link } from '@tanstack/react-router'
import { useLanguage } from '#language/web/language.tsx'

/** The record itself, what belongs to it, and what happened to it, as sides of one page. */
export function RecordTabs({ hasRelated, hasHistory }: { hasRelated: boolean; hasHistory: boolean }) {
  const { t } = useLanguage()
  const tabs = [
    { id: 'record', label: t('records.tabs.record'), tab: undefined },
    ...(hasRelated ? [{ id: 'related', label: t('records.tabs.related'), tab: 'related' }] : []),
    ...(hasHistory ? [{ id: 'history', label: t('records.tabs.history'), tab: 'history' }] : []),
  ]
  return (
    <nav aria-label={t('records.tabs.label')} className="shrink-0 border-b border-line px-2">
      <ul className="flex">
        {tabs.map(({ id, label, tab }) => (
          <li key={id}>
            <Link
              to="."
              search={tab === undefined ? {} : { tab }}
              replace
              activeOptions={{ exact: true, includeSearch: true }}
              activeProps={{ 'aria-current': 'page' }}
              className="focus-ring flex h-9 items-center rounded-small border-b-2 border-transparent px-2 text-muted hover:text-text aria-[current]:border-brand aria-[current]:font-medium aria-[current]:text-text pointer-coarse:h-11"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
