import { Link } from '@tanstack/react-router'
import { tabLook, tabRow } from '#design/web/navigation/tabLook.ts'
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
    <nav aria-label={t('records.tabs.label')} className={tabRow}>
      <ul className="flex">
        {tabs.map(({ id, label, tab }) => (
          <li key={id}>
            <Link
              to="."
              search={tab === undefined ? {} : { tab }}
              replace
              activeOptions={{ exact: true, includeSearch: true }}
              activeProps={{ 'aria-current': 'page' }}
              className={tabLook}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
