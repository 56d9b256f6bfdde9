import type { EntityDefinition } from '#entities/entity.ts'
import type { Translate } from '#language/translate.ts'
import { Ellipsis, Lock, Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { fieldLabel } from '#attributes/attribute.ts'
import { Badge } from '#design/web/display/Badge.tsx'
import { IconButton } from '#design/web/button/IconButton.tsx'
import { Menu, type MenuAction } from '#design/web/overlay/Menu.tsx'
import { PageLink } from '#design/web/navigation/PageLink.tsx'
import { useLanguage } from '#language/web/language.tsx'
import type { View } from '#views/view.ts'
import { fieldNamed } from '#views/viewListing.ts'
import type { useRoleNames } from '#views/web/roles.client.ts'

type ViewLineProps = {
  readonly view: View
  readonly entity: EntityDefinition
  /** The page of the table's records. */
  readonly records: string
  readonly actions: readonly MenuAction[]
  /** Whether the view opens by itself because the reader chose it. */
  readonly isOwnDefault: boolean
  readonly roles: ReturnType<typeof useRoleNames>
  /** How quickly the view opens, where makers look at the list. */
  readonly pace?: ReactNode
}

/** One view of a table: what it shows, whose it is, and what can be done with it. */
export function ViewLine({ view, entity, records, actions, isOwnDefault, roles, pace }: ViewLineProps) {
  const { t } = useLanguage()
  const owner = ownerText(view, roles, t)
  return (
    <tr className="h-row hover:bg-subtle">
      <th scope="row" className="max-w-80 px-3 py-1 font-normal">
        <span className="flex flex-wrap items-center gap-2">
          <PageLink
            href={`${records}?view=${view.id}`}
            title={view.description ?? undefined}
            className="focus-ring min-w-0 truncate rounded-small font-medium hover:underline"
          >
            {view.name}
          </PageLink>
          {view.default && <Badge tint="brand">{t('views.list.default')}</Badge>}
          {isOwnDefault && !view.default && <Badge icon={<Star aria-hidden />}>{t('views.list.ownDefault')}</Badge>}
          {view.managed && <Badge icon={<Lock aria-hidden />}>{t('entities.managed')}</Badge>}
        </span>
        <span className="text-label text-muted md:hidden">{owner}</span>
      </th>
      <td className="px-3 text-muted max-sm:hidden">{t(`views.kind.${view.kind}`)}</td>
      <td className="max-w-100 truncate px-3 text-muted max-lg:hidden">{columnsText(view, entity, t)}</td>
      <td className="px-3 whitespace-nowrap text-muted max-md:hidden">{owner}</td>
      {pace !== undefined && <td className="px-3 whitespace-nowrap max-sm:hidden">{pace}</td>}
      <td className="pr-1">
        <Menu
          label={view.name}
          placement="bottom end"
          trigger={<IconButton label={t('views.list.actionsOf', { name: view.name })} icon={<Ellipsis />} />}
          groups={[{ id: 'actions', actions }]}
        />
      </td>
    </tr>
  )
}

function columnsText(view: View, entity: EntityDefinition, t: Translate): string {
  const names = view.columns.flatMap(({ attribute }) => {
    const field = fieldNamed(entity, attribute)
    return field ? [fieldLabel(field, t)] : []
  })
  return names.length === 0 ? t('views.list.usual') : names.join(', ')
}

function ownerText({ personal, visible_to: ids }: View, roles: ViewLineProps['roles'], t: Translate): string {
  if (personal) return t('views.list.mine')
  if (ids.length === 0) return t('views.list.everybody')
  const names = ids.flatMap((id) => roles?.find((role) => role.id === id)?.name ?? [])
  return names.length < ids.length
    ? t('views.list.forSome', { count: ids.length })
    : t('views.list.forRoles', { roles: names.join(', ') })
}
