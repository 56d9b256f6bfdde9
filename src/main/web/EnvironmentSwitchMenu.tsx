import { Home, Layers, Plus } from 'lucide-react'
import type { MenuGroup } from '#design/web/overlay/Menu.tsx'
import { MenuPopup } from '#design/web/overlay/MenuPopup.tsx'
import type { Opened } from '#design/web/overlay/PopupTrigger.tsx'
import { EnvironmentMark } from '#environments/web/EnvironmentMark.tsx'
import { useEnvironments } from '#environments/web/environments.client.ts'
import { useLanguage } from '#language/web/language.tsx'
import { useRouteParams } from '#platform/web/routeParams.ts'

/** The environments to choose from. */
export function EnvironmentSwitchMenu(opened: Opened) {
  const { t } = useLanguage()
  const { eid } = useRouteParams()
  const { data: environments = [] } = useEnvironments()
  const groups: readonly MenuGroup[] = [
    {
      id: 'environments',
      title: t('environments.title'),
      actions: environments.map((environment) => ({
        id: environment.id,
        label: environment.name,
        detail: t(`environments.region.${environment.region}`),
        icon: <EnvironmentMark environment={environment} />,
        isSelected: environment.id === eid,
        href: `/${environment.id}`,
      })),
    },
    {
      id: 'more',
      actions: [
        { id: 'all', label: t('environments.title'), icon: <Layers />, href: '/environments' },
        { id: 'new', label: t('environments.create.action'), icon: <Plus />, href: '/environments/create' },
        { id: 'home', label: t('home.title'), icon: <Home />, href: '/main' },
      ],
    },
  ]
  return <MenuPopup label={t('shell.switch')} groups={groups.filter(({ actions }) => actions.length > 0)} {...opened} />
}
