import { Link } from '@tanstack/react-router'
import { tabLook, tabRow } from '#design/web/navigation/tabLook.ts'
import { useIsOn } from '#entities/web/features.client.ts'
import { useLanguage } from '#language/web/language.tsx'

type EntityTabsProps = { readonly environmentId: string; readonly entityId: string }

const sections = [
  { id: 'records', path: '' },
  { id: 'attributes', path: '/attribute' },
  { id: 'views', path: '/view' },
  { id: 'settings', path: '/settings' },
  { id: 'security', path: '/security' },
  { id: 'trash', path: '/trash' },
  { id: 'history', path: '/history' },
] as const

/** The sections of a table, below its page header. */
export function EntityTabs({ environmentId, entityId }: EntityTabsProps) {
  const { t } = useLanguage()
  const hasTrash = useIsOn(environmentId, 'trash', entityId)
  const shown = sections.filter(({ id }) => id !== 'trash' || hasTrash)
  const base = `/${environmentId}/entity/${entityId}`
  return (
    <nav ref={showCurrent} aria-label={t('entities.tabs.label')} className={tabRow}>
      <ul className="flex">
        {shown.map(({ id, path }) => (
          <li key={id}>
            <Link
              to={`${base}${path}`}
              activeOptions={{ exact: true, includeSearch: false }}
              activeProps={{ 'aria-current': 'page' }}
              className={tabLook}
            >
              {t(`entities.tabs.${id}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** On a phone not all of them fit. */
function showCurrent(tabs: HTMLElement | null): void {
  tabs?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
