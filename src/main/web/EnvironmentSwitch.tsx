import { ChevronsUpDown, Home, Layers, Plus } from 'lucide-react'
import { EnvironmentMark } from '#environments/web/EnvironmentMark.tsx'
import { useEnvironments } from '#environments/web/environments.client.ts'
import { Button } from '#design/web/Button.tsx'
import { Menu, type MenuGroup } from '#design/web/Menu.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { usePlace } from '#platform/web/place.ts'

/** The environment one is in, and the way to the others. */
export function EnvironmentSwitch() {
  const { t } = useLanguage()
  const { eid } = usePlace()
  const { data: environments = [] } = useEnvironments()
  const current = environments.find((environment) => environment.id === eid)
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
  return (
    <Menu
      label={t('shell.switch')}
      groups={groups.filter(({ actions }) => actions.length > 0)}
      trigger={
        <Button kind="quiet" className="h-10! w-full min-w-0 justify-start! gap-2! px-2!">
          <span className="sr-only">{t('shell.switch')}</span>
          {current ? <EnvironmentMark environment={current} size={24} /> : <Layers className="text-muted" />}
          <span className="flex min-w-0 flex-1 flex-col items-start leading-4">
            <span className="max-w-full truncate font-semibold">{current?.name ?? t('environments.title')}</span>
            {current && (
              <span className="max-w-full truncate text-section font-normal text-muted">
                {t(`environments.region.${current.region}`)}
              </span>
            )}
          </span>
          <ChevronsUpDown className="text-muted" />
        </Button>
      }
    />
  )
}
