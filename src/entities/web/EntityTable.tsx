import { Link } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { Badge } from '#design/web/Badge.tsx'
import { RelativeTime } from '#design/web/RelativeTime.tsx'
import { lastChangeOf } from '#entities/lastChange.ts'
import type { FoundEntity } from '#entities/search.ts'
import { EntityMark } from '#entities/web/EntityMark.tsx'
import { RecordCount } from '#entities/web/RecordCount.tsx'
import { useLanguage } from '#language/web/language.tsx'

type EntityTableProps = { readonly environmentId: string; readonly found: readonly FoundEntity[] }

/** Tables of an environment, one a line; on a phone, what matters less goes. */
export function EntityTable({ environmentId, found }: EntityTableProps) {
  const { t } = useLanguage()
  return (
    <div className="overflow-x-auto rounded-card border border-line">
      <table className="w-full text-left">
        <caption className="sr-only">{t('entities.list.title')}</caption>
        <thead className="border-b border-line text-label text-muted">
          <tr>
            <th scope="col" className="px-3 py-2 font-medium">
              {t('entities.name')}
            </th>
            <th scope="col" className="px-3 py-2 font-medium max-lg:hidden">
              {t('entities.collectionname')}
            </th>
            <th scope="col" className="px-3 py-2 font-medium max-md:hidden">
              {t('entities.uri')}
            </th>
            <th scope="col" className="px-3 py-2 text-right font-medium">
              {t('entities.tabs.records')}
            </th>
            <th scope="col" className="px-3 py-2 text-right font-medium max-sm:hidden">
              {t('entities.tabs.attributes')}
            </th>
            <th scope="col" className="px-3 py-2 font-medium max-md:hidden">
              {t('entities.list.lastChange')}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {found.map((each) => (
            <Line key={each.entity.id} environmentId={environmentId} {...each} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Line({ environmentId, entity, attributes }: FoundEntity & { environmentId: string }) {
  const { t, number } = useLanguage()
  const changed = lastChangeOf(entity)
  const base = `/${environmentId}/entity/${entity.id}`
  return (
    <tr className="h-row hover:bg-subtle">
      <th scope="row" className="max-w-80 px-3 py-1.5 font-normal">
        <span className="flex items-center gap-2.5">
          <EntityMark entity={entity} />
          <Link to={base} className="focus-ring min-w-0 truncate rounded-small font-medium hover:underline">
            {entity.name}
          </Link>
          {entity.managed && (
            <Badge icon={<Lock aria-hidden />}>
              <span>{t('entities.managed')}</span>
            </Badge>
          )}
        </span>
        {entity.description && (
          <span className="block truncate pl-7.5 text-label text-muted" title={entity.description}>
            {entity.description}
          </span>
        )}
        {attributes.length > 0 && (
          <Link
            to={`${base}/attribute`}
            className="focus-ring block truncate rounded-small pl-7.5 text-label text-muted"
          >
            {t('entities.list.foundIn', { attributes: attributes.join(', ') })}
          </Link>
        )}
      </th>
      <td className="max-w-60 truncate px-3 text-muted max-lg:hidden">{entity.collectionname}</td>
      <td className="px-3 font-mono text-label text-muted max-md:hidden">{entity.uri}</td>
      <td className="px-3 text-right">
        <RecordCount environmentId={environmentId} uri={entity.uri} />
      </td>
      <td className="px-3 text-right tabular-nums max-sm:hidden">
        <Link to={`${base}/attribute`} className="focus-ring rounded-small hover:underline">
          {number(entity.attributes.length)}
        </Link>
      </td>
      <td className="px-3 text-muted max-md:hidden">{changed && <RelativeTime value={changed} />}</td>
    </tr>
  )
}
