import { Link } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { Badge } from '#design/web/display/Badge.tsx'
import { Table } from '#design/web/layout/Table.tsx'
import { RelativeTime } from '#design/web/dates/RelativeTime.tsx'
import { lastChangeOf } from '#entities/lastChange.ts'
import type { FoundEntity } from '#entities/search.ts'
import { EntityMark } from '#entities/web/EntityMark.tsx'
import { useSizes } from '#entities/web/sizes.client.ts'
import { RecordCount } from '#entities/web/RecordCount.tsx'
import { sizeText } from '#language/furtherFormats.ts'
import { useLanguage } from '#language/web/language.tsx'

type EntityTableProps = { readonly environmentId: string; readonly found: readonly FoundEntity[] }

/** Tables of an environment, one a line; on a phone, what matters less goes. */
export function EntityTable({ environmentId, found }: EntityTableProps) {
  const { t } = useLanguage()
  const { data: sizes } = useSizes(environmentId)
  const columns = [
    { id: 'name', title: t('entities.name') },
    { id: 'collectionname', title: t('entities.collectionname'), className: 'max-lg:hidden' },
    { id: 'uri', title: t('entities.uri'), className: 'max-md:hidden' },
    { id: 'records', title: t('entities.tabs.records'), align: 'end' },
    { id: 'attributes', title: t('entities.tabs.attributes'), align: 'end', className: 'max-sm:hidden' },
    { id: 'size', title: t('entities.list.size'), align: 'end', className: 'max-lg:hidden' },
    { id: 'changed', title: t('entities.list.lastChange'), className: 'max-md:hidden' },
  ] as const
  return (
    <div className="overflow-x-auto rounded-card border border-line">
      <Table caption={t('entities.list.title')} columns={columns}>
        {found.map((each) => (
          <Line key={each.entity.id} environmentId={environmentId} bytes={sizes?.get(each.entity.id)} {...each} />
        ))}
      </Table>
    </div>
  )
}

type LineProps = FoundEntity & { readonly environmentId: string; readonly bytes: number | undefined }

function Line({ environmentId, entity, attributes, bytes }: LineProps) {
  const language = useLanguage()
  const { t, number } = language
  const changed = lastChangeOf(entity)
  const base = `/${environmentId}/entity/${entity.id}`
  return (
    <tr className="h-row hover:bg-subtle">
      <th scope="row" className="max-w-80 px-3 py-1.5 font-normal max-sm:max-w-[58vw]">
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
      <td className="px-3 text-right text-muted tabular-nums max-lg:hidden">
        {bytes !== undefined && sizeText(bytes, language)}
      </td>
      <td className="px-3 text-muted max-md:hidden">{changed && <RelativeTime value={changed} />}</td>
    </tr>
  )
}
